import { queryOptions } from "@tanstack/react-query";
import { getIntegrations, type Provider } from "../../api/integration-routes.ts";

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

export const integrationsRead = queryOptions({
  queryKey: ["integrations"],
  queryFn: ({ signal }) => getIntegrations(signal),
  refetchInterval: ({ state }) => (state.data && isSyncing(state.data) ? 5_000 : 60_000),
});
