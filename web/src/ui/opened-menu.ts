import { type RefObject, useEffect, useRef, useState } from "react";

interface OpenedMenu {
  target: RefObject<HTMLButtonElement | null>;
  menu: { opened: boolean; onChange: (isOpen: boolean) => void };
}

/**
 * A menu whose code was loaded after its button was pressed. Its own button replaces that one, so it takes the focus
 * before the menu opens: the arrow keys reach the menu, which returns the focus when it closes.
 */
export function useOpenedMenu(isReady = true): OpenedMenu {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    target.current?.focus({ preventScroll: true });
    setOpen(true);
  }, [isReady]);
  return { target, menu: { opened: isOpen, onChange: setOpen } };
}
