import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { hasStatus, ServiceError } from "./api/service-error.ts";
import { expireSession } from "./session/session.ts";

/**
 * Only a missing response and a server error are worth a retry: a refused request would be refused again. With a 503 the
 * service is not configured, or has waited for a dependency until its own time limit, so a retry would only delay
 * the message.
 */
function isTransient(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.status === 0 || error.status >= 500) &&
    error.status !== 503
  );
}

/** Whether the session has ended. A session that awaits the code of the second factor has not. */
function isSignedOut(error: unknown): boolean {
  const awaitsCode = error instanceof ServiceError && error.code === "second_factor_missing";
  return hasStatus(error, 401) && !awaitsCode;
}

function onError(error: unknown) {
  if (isSignedOut(error)) void expireSession();
  // The role may have changed while the page was open.
  if (hasStatus(error, 403)) void queryClient.invalidateQueries({ queryKey: ["whoami"] });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== "whoami" || isSignedOut(error)) onError(error);
    },
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: "always",
      retry: (failures, error) => failures < 2 && isTransient(error),
      retryDelay: (failures) => 400 * 2 ** failures,
    },
    mutations: { networkMode: "always" },
  },
});
