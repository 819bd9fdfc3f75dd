import { getDefaultZIndex } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

/** Forms that were opened from a panel stay above it when the panel becomes a drawer. */
export const BELOW_DIALOGS = getDefaultZIndex("modal") - 1;

/**
 * Content that keeps its state, such as typed text, when the width of the window moves it from beside a list to a
 * drawer over it. `content` is always rendered; `place` is rendered where the content appears.
 */
export function useMovable(content: ReactNode): { content: ReactNode; place: ReactNode } {
  const [host] = useState(() => {
    const element = document.createElement("div");
    element.style.display = "contents";
    return element;
  });
  return { content: createPortal(content, host), place: <Place host={host} /> };
}

function Place({ host }: { host: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.append(host), [host]);
  return <div ref={place} style={{ display: "contents" }} />;
}
