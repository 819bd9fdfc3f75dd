import type { Database } from "../_schema/database.types.ts";
import type { Db } from "./client.ts";
import { refusal } from "./errors.ts";

type Functions = Database["public"]["Functions"];
type ArgsOf<N extends keyof Functions> =
  Functions[N]["Args"] extends Record<PropertyKey, never> ? [] : [args: Functions[N]["Args"]];

/** Calls a SQL function as the caller; throws what it raised, mapped to HTTP. */
export async function callFunction<N extends keyof Functions & string>(
  db: Db,
  name: N,
  ...[args]: ArgsOf<N>
): Promise<Functions[N]["Returns"]> {
  // supabase-js types `rpc` by overloads that a generic name defeats; the signature above is exact.
  const { data, error } = await db.rpc(name as never, args as never);
  if (error) throw refusal(error);
  return data as Functions[N]["Returns"];
}
