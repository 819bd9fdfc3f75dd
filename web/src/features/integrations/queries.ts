import { queryOptions } from "@tanstack/react-query";
import { getIntegrations, type Provider } from "../../api/integration-routes.ts";
import { type Enums, read, supabase } from "../../supabase/client.ts";

/** Whether a sync runs or is about to run, so that the page waits for its receipt. */
function isSyncing(providers: Provider[]): boolean {
  return providers.some(({ streams }) =>
    streams.some(
      ({ runs, state, scopes, requires_scope, next_at }) =>
        runs[0]?.ended_at === null ||
        (state === "active" &&
          (scopes.length > 0 || !requires_scope) &&
          Date.parse(next_at) <= Date.now()),
    ),
  );
}

/** A test takes seconds. After this time the page reloads at its usual pace. */
export const OVERDUE_MS = 60_000;

export function isTesting(connection: Provider["connection"]): boolean {
  const test = connection?.test;
  return test?.ended_at === null && Date.now() - Date.parse(test.requested_at) < OVERDUE_MS;
}

function pauseUntilReload(providers: Provider[]): number {
  if (providers.some(({ connection }) => isTesting(connection))) return 1_000;
  return isSyncing(providers) ? 5_000 : 60_000;
}

export const integrationsQuery = queryOptions({
  queryKey: ["integrations"],
  queryFn: ({ signal }) => getIntegrations(signal),
  refetchInterval: ({ state }) => pauseUntilReload(state.data ?? []),
});

/** The lists that the last accepted test of the connection found; read again after each test. */
export const vendorLists = ({ provider, connection }: Provider) =>
  queryOptions({
    queryKey: ["vendor-lists", provider, connection?.test?.ended_at],
    enabled: (connection?.test?.list_count ?? 0) > 0,
    queryFn: async ({ signal }) => {
      const query = supabase()
        .from("vendor_lists")
        .select("external_id, name")
        .eq("provider", provider as Enums["integration_provider"])
        .order("name")
        .order("external_id");
      return (await read(query.abortSignal(signal))).data;
    },
  });
