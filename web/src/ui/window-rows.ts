import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";

/** Up to this number, all rows are in the page, where the browser's own search finds them. */
const ALL_ROWS = 100;

interface Options {
  /** The element whose top edge is that of the first row. */
  list: RefObject<HTMLElement | null>;
  count: number;
  /** Height of a row in pixels; rows that differ are measured through `measure`. */
  size: (index: number) => number;
}

/** The rows of a long list that are rendered while the window scrolls, and the space that the other rows take. */
export function useWindowRows({ list, count, size }: Options) {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const follow = () => {
      if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: size,
    overscan: 12,
    scrollMargin: top,
    enabled: count > ALL_ROWS,
  });
  if (count <= ALL_ROWS) {
    return {
      indexes: Array.from({ length: count }, (_, index) => index),
      before: 0,
      after: 0,
      measure: undefined,
    };
  }
  const items = virtualizer.getVirtualItems();
  return {
    indexes: items.map((item) => item.index),
    before: (items[0]?.start ?? top) - top,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top),
    measure: virtualizer.measureElement,
  };
}
