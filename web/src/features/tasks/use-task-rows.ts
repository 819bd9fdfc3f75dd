import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { getTasks, type TaskQuery, type TaskRow } from "../../api/task-routes.ts";
import type { PagedRows } from "../../ui/data-table/use-data-table.ts";

const PAGE = 100;

/** Tasks, page after page, because the service continues a list only at a cursor. */
export function useTaskRows(query: TaskQuery): PagedRows<TaskRow> {
  const [lastInView, setLastInView] = useState(0);
  const list = useInfiniteQuery({
    queryKey: ["tasks", "list", query],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      getTasks({ ...query, limit: PAGE, ...(pageParam && { cursor: pageParam }) }, signal),
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const rows = data?.pages.flatMap(({ tasks }) => tasks) ?? [];
  const isBehind = lastInView >= rows.length - 1;
  useEffect(() => {
    if (isBehind && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isBehind, hasNextPage, isFetching, isError, fetchNextPage]);
  const show = useCallback((_first: number, last: number) => setLastInView(last), []);

  const readAll = async (limit = Number.POSITIVE_INFINITY): Promise<TaskRow[]> => {
    const all: TaskRow[] = [];
    let cursor: string | null = null;
    do {
      const page = await getTasks({
        ...query,
        limit: Math.min(PAGE, limit - all.length),
        ...(cursor && { cursor }),
      });
      all.push(...page.tasks);
      cursor = page.next_cursor;
    } while (cursor && all.length < limit);
    return all;
  };

  return {
    // A list that shrinks while it is loaded has no more rows than its last page.
    total: data && (hasNextPage ? data.pages[0]?.total : rows.length),
    row: (index) => rows[index],
    show,
    readAll,
    isStale: list.isPlaceholderData,
    error: data ? null : list.error,
    retry: () => void list.refetch(),
  };
}
