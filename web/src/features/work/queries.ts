import { queryOptions } from "@tanstack/react-query";
import { getMyWork } from "../../api/my-work-routes.ts";

export const myWorkKey = ["my-work"] as const;

export const myWork = queryOptions({
  queryKey: myWorkKey,
  staleTime: 5000,
  refetchOnWindowFocus: "always",
  queryFn: ({ signal }) => getMyWork(signal),
});
