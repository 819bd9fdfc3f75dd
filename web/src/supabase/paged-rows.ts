import { keepPreviousData, type QueryKey, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";

const PAGE = 100;

interface Page<Row> {
  rows: Row[];
  /** Rows of the whole query. */
  total: number;
}

interface Options<Row> {
  key: QueryKey;
  /** Reads rows `from` to `to`, both included, of a query with a total order. */
  read: (from: number, to: number) => Promise<Page<Row>>;
}

/**
 * A long list that loads only the pages in view. `row(i)` is undefined until its page is loaded; `show(first,
 * last)` sets the rows in view.
 */
export function usePagedRows<Row>({ key, read }: Options<Row>) {
  const [inView, setInView] = useState({ first: 0, last: 0 });
  const readPage = (page: number) => read(page * PAGE, (page + 1) * PAGE - 1);

  const head = useQuery({
    queryKey: [...key, 0],
    queryFn: () => readPage(0),
    placeholderData: keepPreviousData,
  });
  const total = head.data?.total;
  const lastPage = Math.min(inView.last, Math.ceil((total ?? 0) / PAGE) - 1);
  const numbers: number[] = [];
  for (let page = Math.max(1, inView.first); page <= lastPage; page++) numbers.push(page);
  const laterPages = useQueries({
    queries: numbers.map((page) => ({ queryKey: [...key, page], queryFn: () => readPage(page) })),
  });

  const show = useCallback((firstRow: number, lastRow: number) => {
    const first = Math.floor(firstRow / PAGE);
    const last = Math.floor(lastRow / PAGE);
    setInView((before) =>
      before.first === first && before.last === last ? before : { first, last },
    );
  }, []);

  const row = (index: number): Row | undefined => {
    const page = Math.floor(index / PAGE);
    const data = page === 0 ? head.data : laterPages[numbers.indexOf(page)]?.data;
    return data?.rows[index % PAGE];
  };

  /** Reloads rows from the first one on, including those out of view. */
  const readAll = async (limit = Number.POSITIVE_INFINITY): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let count = 1; rows.length < Math.min(count, limit); ) {
      const page = await read(rows.length, Math.min(rows.length + PAGE, limit) - 1);
      if (page.rows.length === 0) break;
      rows.push(...page.rows);
      count = page.total;
    }
    return rows;
  };

  const failedQuery = [head, ...laterPages].find((query) => query.isError && !query.data);
  return {
    total,
    row,
    show,
    readAll,
    isStale: head.isPlaceholderData,
    error: failedQuery?.error ?? null,
    retry: () => void failedQuery?.refetch(),
  };
}
