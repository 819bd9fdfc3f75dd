/** The client of the Data API that `npm start` uses to add to the demo data. */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";

export interface DemoStack {
  url: string;
  publishableKey: string;
  secretKey: string;
  databaseUrl: string;
}

export function connect(
  { url }: Pick<DemoStack, "url">,
  key: string,
  signal?: AbortSignal,
): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(signal && { global: { fetch: (input, init) => fetch(input, { ...init, signal }) } }),
  });
}
