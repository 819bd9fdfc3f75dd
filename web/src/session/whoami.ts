import { queryOptions } from "@tanstack/react-query";
import { getWhoami } from "../api/routes.ts";

/** The viewer, and what every page shows about them. */
export const whoamiQuery = queryOptions({
  queryKey: ["whoami"],
  staleTime: 5 * 60_000,
  queryFn: ({ signal }) => getWhoami(signal),
});
