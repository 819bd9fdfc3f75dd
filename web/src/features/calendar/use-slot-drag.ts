import { useWindowEvent } from "@mantine/hooks";
import { type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import { DAY_MINUTES } from "../../format/zoned-time.ts";

/** How long a finger rests before it drags; an earlier movement scrolls. */
const HOLD_MS = 350;
const HOLD_PIXELS = 8;
/** A press without a movement proposes a slot of this length. */
const PRESS_MINUTES = 30;

export interface Drag {
  day: string;
  from: number;
  to: number;
}

/** Draws a slot on a column of a day, by mouse or finger; returns its first and last minute. */
export function useSlotDrag(onEnd: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag>();
  // Events may follow each other faster than React renders.
  const current = useRef<Drag>(undefined);
  const hold = useRef<{ timer: number; x: number; y: number }>(undefined);

  const change = useCallback((next: Drag | undefined) => {
    current.current = next;
    setDrag(next);
  }, []);

  const release = useCallback(() => {
    window.clearTimeout(hold.current?.timer);
    hold.current = undefined;
  }, []);

  const cancel = useCallback(() => {
    release();
    change(undefined);
  }, [release, change]);

  useEffect(() => release, [release]);
  useWindowEvent("keydown", ({ key }) => {
    if (key === "Escape" && current.current) cancel();
  });
  // While a slot is drawn, a finger does not scroll.
  useEffect(() => {
    const stay = (event: TouchEvent) => {
      if (current.current) event.preventDefault();
    };
    document.addEventListener("touchmove", stay, { passive: false });
    return () => document.removeEventListener("touchmove", stay);
  }, []);

  const handlersOf = (day: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest("button, a")) return;
      const { currentTarget: column, pointerId, clientX: x, clientY: y } = event;
      const at = minuteAt(column, y);
      const begin = () => {
        column.setPointerCapture(pointerId);
        change({ day, from: at, to: at });
      };
      if (event.pointerType === "touch") {
        hold.current = { timer: window.setTimeout(begin, HOLD_MS), x, y };
      } else {
        event.preventDefault();
        begin();
      }
    },
    onPointerMove: ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
      const slot = current.current;
      if (slot) return change({ ...slot, to: minuteAt(currentTarget, clientY) });
      const { x = clientX, y = clientY } = hold.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > HOLD_PIXELS) release();
    },
    onPointerUp: () => {
      const slot = current.current;
      cancel();
      if (slot) onEnd(slot.from === slot.to ? slotOfPress(slot) : slot);
    },
    onPointerCancel: cancel,
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (hold.current || current.current) event.preventDefault();
    },
  });

  return { drag, handlersOf };
}

function minuteAt(column: HTMLElement, y: number): number {
  const { top, height } = column.getBoundingClientRect();
  const minute = Math.round(((y - top) / height) * DAY_MINUTES);
  return Math.min(Math.max(minute, 0), DAY_MINUTES);
}

function slotOfPress({ day, from }: Drag): Drag {
  const start = Math.floor(from / PRESS_MINUTES) * PRESS_MINUTES;
  return { day, from: start, to: start + PRESS_MINUTES };
}
