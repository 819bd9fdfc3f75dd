import { useWindowEvent } from "@mantine/hooks";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { openTaskDialog } from "../features/tasks/task-requests.ts";
import { useViewer } from "../session/viewer.ts";
import { isWithModifier, takesLetters } from "../ui/page-keys.ts";
import { ownKeys, pagesFor } from "./pages.ts";

/** The time within which a second key still completes a sequence that begins with `g`. */
const SEQUENCE_MS = 1000;

/** `?` shows the shortcuts, `g` and a letter opens a page. Typing in a field triggers nothing. */
export function useKeys(showHelp: () => void) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY);

  const onKey = (event: KeyboardEvent) => {
    if (isWithModifier(event) || takesLetters(event.target)) return;
    const follows = event.timeStamp - goPressedAt.current < SEQUENCE_MS;
    goPressedAt.current = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    // Compares the character, because the position of the key differs between keyboards.
    if (event.key === "?") showHelp();
    if (event.key === "c" && !ownKeys(viewer, pathname).some(([[name]]) => name === "c")) {
      event.preventDefault();
      const projectId = /^\/projects\/([^/]+)/.exec(pathname)?.[1];
      openTaskDialog({ kind: "create", projectId });
    }
    const page = follows && pagesFor(viewer).find(({ key }) => key === event.key);
    if (!page) return;
    event.preventDefault();
    void navigate({ to: page.to });
  };
  // Runs before the keys of a page, which must not get the second key of a sequence.
  useWindowEvent("keydown", onKey, { capture: true });
}
