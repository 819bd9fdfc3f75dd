import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../../supabase/functions/_schema/database.types.ts";
import { authenticateWith } from "../api/client.ts";
import type { Config } from "../api/routes.ts";
import { ServiceError, unreachable } from "../api/service-error.ts";

export type { Database };
export type Enums = Database["public"]["Enums"];
export type Rows = {
  [Table in keyof Database["public"]["Tables"]]: Database["public"]["Tables"][Table]["Row"];
};

let sharedClient: SupabaseClient<Database> | undefined;
let isHosted = false;

export function connectSupabase(config: Config): SupabaseClient<Database> {
  const client = createClient<Database>(config.supabase_url, config.supabase_anon_key, {
    // The query client repeats a failed read. Four attempts within each of its three would take 22 seconds.
    db: { retry: false },
  });
  authenticateWith(async () => (await client.auth.getSession()).data.session?.access_token ?? null);
  sharedClient = client;
  isHosted = config.supabase_url.startsWith("https:");
  return client;
}

/** The client that reads under the signed-in person's row-level security. */
export function supabase(): SupabaseClient<Database> {
  if (!sharedClient) throw new Error("connectSupabase must be called first");
  return sharedClient;
}

/** The same client if it can listen: the embedded stack has no Realtime and never uses https. */
export function listening(): SupabaseClient<Database> | null {
  return isHosted ? supabase() : null;
}

interface Answer<T> {
  data: T | null;
  count?: number | null;
  status: number;
  error: { code: string; message: string } | null;
}

/** Unwraps a response of the Data API. Throws ServiceError, as calls to the routes do. */
export async function read<T>(query: PromiseLike<Answer<T>>): Promise<{ data: T; count: number }> {
  const { data, count, status, error } = await query;
  if (error)
    throw status === 0 ? unreachable() : new ServiceError(status, error.code, error.message);
  return { data: data as T, count: count ?? 0 };
}

/** Rows per request: the platform's default limit, which a response never exceeds. */
export const PAGE_ROWS = 1000;

/** Reads every row of a query, page by page; the query must have a total order. */
export async function readAll<Row>(
  page: (from: number, to: number) => PromiseLike<Answer<Row[]>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { data } = await read(page(rows.length, rows.length + PAGE_ROWS - 1));
    rows.push(...data);
    if (data.length < PAGE_ROWS) return rows;
  }
}
