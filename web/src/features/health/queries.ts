import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Finding, getPortfolioHealth, type HealthQuery } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { findingKey, type HealthSearch, readFindingKey } from "./search-params.ts";

const PAGE = 50;
/** The maximum number of rows in one response of the service. */
const LARGEST_PAGE = 100;

/** The key of all queries about health, which reload after a finding is settled or fixed. */
export const healthKey = ["health"];

/** Findings for the search parameters, page after page. The list, not the service, filters by severity and groups. */
export const healthPages = ({
  state,
  code,
  project,
}: Pick<HealthSearch, "state" | "code" | "project">) =>
  infiniteQueryOptions({
    queryKey: [...healthKey, "pages", { state, code, project }],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    // A person who returns after fixing a finding wants to see whether it has disappeared.
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      getPortfolioHealth(
        {
          limit: PAGE,
          cursor: pageParam,
          state: state === "unsettled" ? undefined : state,
          code: code || undefined,
          project_id: project || undefined,
        },
        signal,
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** One finding by its key, anywhere in the list. A fixed one is a 404. */
export const findingByKey = (key: string) =>
  queryOptions({
    queryKey: [...healthKey, "finding", key],
    queryFn: async ({ signal }): Promise<Finding> => {
      const query: HealthQuery = { code: readFindingKey(key)?.code, limit: LARGEST_PAGE };
      for (;;) {
        const page = await getPortfolioHealth(query, signal);
        const match = page.findings.find((finding) => findingKey(finding) === key);
        if (match) return match;
        if (!page.next_cursor) break;
        query.cursor = page.next_cursor;
      }
      throw new ServiceError(404, "finding_not_found", "There is no such finding.");
    },
  });

/** The numbers of findings of a project, without the findings themselves. */
export const projectFindingCounts = (projectId: string) =>
  queryOptions({
    queryKey: [...healthKey, "counts", projectId],
    queryFn: async ({ signal }) =>
      (await getPortfolioHealth({ project_id: projectId, limit: 1 }, signal)).counts,
  });
