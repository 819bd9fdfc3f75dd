import { queryOptions } from "@tanstack/react-query";
import { getAccount } from "../../api/routes.ts";
import { verifiedFactors } from "../../session/second-factor.ts";

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: async ({ signal }) => (await getAccount(signal)).account,
});

export const factorsQuery = queryOptions({
  queryKey: ["second-factors"],
  queryFn: verifiedFactors,
});
