import { queryOptions } from "@tanstack/react-query";
import { getConfig } from "./routes.ts";

/** The public values of the service, read once when the console starts. */
export const configQuery = queryOptions({
  queryKey: ["config"],
  staleTime: "static",
  queryFn: getConfig,
});
