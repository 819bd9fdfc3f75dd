import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { Finding } from "../../api/routes.ts";
import { groupFindings, mayFollow } from "./findings-view.ts";
import { findingByKey, healthPages } from "./queries.ts";
import { findingKey, type HealthSearch } from "./search-params.ts";

/** The findings that the search parameters select, from the pages read so far. */
export function useFindings(search: HealthSearch) {
  const pages = useInfiniteQuery(healthPages(search));
  const { state, severity, group } = search;
  const findings = useMemo(() => pages.data?.pages.flatMap((page) => page.findings), [pages.data]);
  const groups = useMemo(
    () => groupFindings(findings ?? [], { state, severity, group }),
    [findings, state, severity, group],
  );
  const hasMore = pages.hasNextPage && mayFollow(findings?.at(-1), { state, severity });

  // If the grouping differs from the service's order, a later page may add to the first group.
  const { fetchNextPage } = pages;
  const readsOn = group === "project" && hasMore && !pages.isFetching && !pages.isError;
  useEffect(() => {
    if (readsOn) void fetchNextPage();
  }, [readsOn, fetchNextPage]);

  /** All findings that the search parameters select, in the order of the list. */
  const readAll = async () => {
    let list: Pick<typeof pages, "data" | "hasNextPage" | "error"> = pages;
    const last = () => list.data?.pages.at(-1)?.findings.at(-1);
    while (list.hasNextPage && mayFollow(last(), { state, severity })) {
      list = await fetchNextPage();
      if (list.error) throw list.error;
    }
    const all = list.data?.pages.flatMap(({ findings }) => findings) ?? [];
    return groupFindings(all, { state, severity, group }).flatMap(({ findings }) => findings);
  };

  return { pages, findings, readAll, groups, hasMore, health: pages.data?.pages[0] };
}

/** The finding that the URL names, even if the filters of the list exclude it. */
export function useOpenFinding(key: string, findings: Finding[] | undefined) {
  const listItem = findings?.find((finding) => findingKey(finding) === key);
  const single = useQuery({ ...findingByKey(key), enabled: key !== "" && !!findings && !listItem });
  const current = listItem ?? single.data;
  // The finding stays while it is loaded separately, so that text the person is typing is not lost.
  const before = useRef(current);
  if (current) before.current = current;
  const previous =
    before.current && findingKey(before.current) === key ? before.current : undefined;
  return { finding: current ?? (single.isError ? undefined : previous), query: single };
}
