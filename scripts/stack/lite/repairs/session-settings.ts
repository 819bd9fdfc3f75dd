/**
 * Fault of @supabase/lite 0.10.0: it sends each setting of a request in a statement of its own, so a read takes ten
 * round trips to the database and a function call fifteen. PostgREST sends all settings in one statement. Repair:
 * statements without parameters, which connection-pool.ts sends together with the BEGIN before them.
 */
import type { PostgresConnection } from "@supabase/lite/postgres";
import pg from "pg";

type Transaction = PostgresConnection["kysely"];

/** The published types leave out both. */
interface RequestContext {
  auth?: { uid?: string | null; role?: string | null; jwt?: object | null };
  storage?: { operation?: string | null };
}
interface FunctionCall {
  method: string;
  path: string;
  requestHeaders?: Record<string, string>;
}

export function repairSessionSettings(connection: PostgresConnection): void {
  connection["applyJwtSessionContext"] = async (
    transaction: Transaction,
    { auth, storage }: RequestContext,
  ) => {
    const role = auth?.role || "anon";
    await set(transaction, {
      role,
      "request.jwt.claim.sub": String(auth?.uid ?? ""),
      "request.jwt.claim.role": role,
      "storage.operation": String(storage?.operation ?? ""),
      ...(auth?.jwt && { "request.jwt.claims": JSON.stringify(auth.jwt) }),
    });
  };
  connection["applyRpcRequestGucs"] = async (
    transaction: Transaction,
    { method, path, requestHeaders }: FunctionCall,
  ) => {
    await set(transaction, {
      "response.status": "",
      "response.headers": "",
      "request.method": method,
      "request.path": path,
      "request.headers": JSON.stringify(requestHeaders ?? {}),
    });
  };
}

const SETTING = "select set_config(";

/** Whether the statement only sets something for its transaction, so that its result is not needed. */
export function isSetting(statement: string): boolean {
  return statement.startsWith(SETTING);
}

/** The settings apply until the transaction ends. */
async function set(transaction: Transaction, settings: Record<string, string>): Promise<void> {
  const calls = Object.entries(settings).map(
    ([name, value]) => `${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  );
  const statement = transaction.selectNoFrom((eb) => eb.lit(1).as("one")).compile();
  await transaction.executeQuery({ ...statement, sql: SETTING + calls.join(", set_config(") });
}
