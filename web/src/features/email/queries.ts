import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type EmailScope, getEmail, getEmails, getLearnedDomains } from "../../api/email-routes.ts";

const PAGE = 50;

/** Every query about emails: each may change with a decision. */
export const emailsKey = ["emails"];

/** The emails of a list, newest first, page after page. */
export const emailPages = (scope: EmailScope) =>
  infiniteQueryOptions({
    queryKey: [...emailsKey, "pages", scope],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      getEmails({ scope, limit: PAGE, cursor: pageParam }, signal),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const emailText = (id: string) =>
  queryOptions({
    queryKey: [...emailsKey, "text", id],
    queryFn: ({ signal }) => getEmail(id, signal),
  });

export const learnedDomains = queryOptions({
  queryKey: [...emailsKey, "domains"],
  queryFn: ({ signal }) => getLearnedDomains(signal),
});
