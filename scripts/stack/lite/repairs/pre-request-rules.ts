/**
 * Fault of @supabase/lite 0.10.0: it ignores `pgrst.db_pre_request`, which PostgREST calls before each request.
 * Repair: the rules of private.check_data_api_request() in the gateway. A planned or estimated count and a query
 * plan come from statistics of the whole table, so they reveal rows that no policy shows.
 */
import { GatewayError } from "../../gateway/gateway-errors.ts";

/** Throws a GatewayError of 400 for a count that is not exact, and for a query plan. */
export function checkDataApiRequest(headers: Headers): void {
  // Several headers of one name arrive as one list.
  for (const part of (headers.get("prefer") ?? "").split(/[,;]/)) {
    const preference = part.trim();
    if (/^"?count(?!\w)/i.test(preference) && preference !== "count=exact") {
      throw refusal(
        "only_exact_counts",
        "Only exact counts are available. Send Prefer: count=exact",
      );
    }
  }
  if (/vnd\.pgrst\.plan/i.test(headers.get("accept") ?? "")) {
    throw refusal("no_query_plans", "Query plans are not available");
  }
}

// As PostgREST returns an exception of a function.
function refusal(hint: string, message: string): GatewayError {
  return new GatewayError(400, { code: "OPINV", details: null, hint, message });
}
