/**
 * Fault of @supabase/lite 0.10.0: it puts any column name of a list request into its query and answers 500. Hosted
 * Storage answers 400. Repair: the gateway accepts the four columns of Storage only.
 */
import { GatewayError } from "../../gateway/gateway-errors.ts";

const LIST = /^\/storage\/v1\/object\/list\/[^/]+\/?$/;
const COLUMNS = ["name", "updated_at", "created_at", "last_accessed_at"];
const ORDERS = ["asc", "desc"];

/** Throws a GatewayError of 400 for another order. */
export function checkList(path: string, body: Uint8Array | null): void {
  if (!LIST.test(path) || body === null) return;
  const { sortBy } = (parseJson(body) ?? {}) as { sortBy?: { column?: unknown; order?: unknown } };
  if (sortBy === undefined || sortBy === null) return;
  const { column = "name", order = "asc" } = sortBy;
  if (COLUMNS.includes(column as string) && ORDERS.includes(order as string)) return;
  throw new GatewayError(400, {
    statusCode: "400",
    error: "InvalidRequest",
    message: `sortBy has a column (${COLUMNS.join(", ")}) and an order (${ORDERS.join(", ")}).`,
  });
}

// Storage itself refuses a body that is not JSON.
function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
