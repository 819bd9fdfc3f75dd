import { queryOptions } from "@tanstack/react-query";
import { getDraft, getProfiles } from "../../api/draft-routes.ts";

export const profilesQuery = queryOptions({
  queryKey: ["authoring-profiles"],
  queryFn: async ({ signal }) => (await getProfiles(signal)).profiles,
});

export const draftOf = (approvalId: string) =>
  queryOptions({
    queryKey: ["drafts", approvalId],
    staleTime: 0,
    queryFn: ({ signal }) => getDraft(approvalId, signal),
  });
