import { getDefaultZIndex } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

/** Forms that were opened from a panel stay above it when the panel becomes a drawer. */
export const BELOW_DIALOGS = getDefaultZIndex("modal") - 1;

/**
 * Content that keeps its state, such as typed text, when the width of the window moves it from beside a list to a
 * drawer over it. `content` is always rendered; `outlet` is rendered where the content appears.
 */
export function useMovable(content: ReactNode): { content: ReactNode; outlet: ReactNode } {
  const [host] = useState(() => {
    const element = document.createElement("div");
    element.style.display = "contents";
    return element;
  });
  return { content: createPortal(content, host), outlet: <Outlet host={host} /> };
}

function Outlet({ host }: { host: HTMLElement }) {
  const outlet = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => outlet.current?.append(host), [host]);
  return <div ref={outlet} style={{ display: "contents" }} />;
}
