import { useState } from "react";
import type { Direction, Sort } from "./columns.ts";

/** The order of a table whose URL does not name one. */
export function useSort<Key extends string>(
  first: Key,
  firstDirection: Direction = "asc",
): Sort & { key: Key } {
  const [sort, setSort] = useState({ key: first, direction: firstDirection });
  return {
    ...sort,
    onSort: (key, direction) => setSort({ key: key as Key, direction }),
  };
}
