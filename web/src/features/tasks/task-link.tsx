import { useNavigate } from "@tanstack/react-router";
import { type MouseEvent, type ReactNode, useCallback } from "react";

/** Opens the panel of a task over the page, or closes it. */
export function useOpenTask(): (id: string | undefined) => void {
  const navigate = useNavigate();
  return useCallback(
    (id) =>
      void navigate({
        to: ".",
        search: ((before: object) => ({ ...before, task: id })) as never,
        resetScroll: false,
      }),
    [navigate],
  );
}

interface Props {
  id: string;
  className?: string | undefined;
  title?: string;
  /** Called when the panel opens. */
  onOpen?: () => void;
  children: ReactNode;
}

/**
 * The title of a task, which opens its panel over any page. It is cheap to render, because long tables have one per
 * row.
 */
export function TaskLink({ id, className, title, onOpen, children }: Props) {
  const openTask = useOpenTask();
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    openTask(id);
    onOpen?.();
  };
  return (
    <a href={`?task=${id}`} className={className} title={title} onClick={open}>
      {children}
    </a>
  );
}
