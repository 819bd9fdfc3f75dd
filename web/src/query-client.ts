import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { hasStatus, ServiceError } from "./api/service-error.ts";
import { expireSession } from "./session/session.ts";

/** A refusal stays a refusal; only silence and failures are worth another attempt. */
function mayPass(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.status === 0 || error.status >= 500) &&
    error.status !== 503
  );
}

/** The session is over; not while it waits for the code of the second factor. */
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
      retry: (failures, error) => failures < 2 && mayPass(error),
      retryDelay: (failures) => 400 * 2 ** failures,
    },
    mutations: { networkMode: "always" },
  },
});
