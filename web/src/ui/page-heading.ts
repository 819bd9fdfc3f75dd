import { type RefObject, useEffect, useRef } from "react";

let isFirstPage = true;

/** A heading that takes the focus when its page replaces another one, so that the focus is never lost. */
export function usePageHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return heading;
}
