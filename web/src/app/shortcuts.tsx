import { useWindowEvent } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { useViewer } from "../session/viewer.ts";
import { belongsElsewhere, isWithModifier } from "../ui/page-keys.ts";
import { pagesFor } from "./pages.ts";

/** Time in which a second key still belongs to `g`. */
const SEQUENCE_MS = 1000;

/** `?` shows the keys, `g` and a letter opens a page. Typing in a field triggers nothing. */
export function useKeys(showHelp: () => void) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY);

  const onKey = (event: KeyboardEvent) => {
    if (isWithModifier(event) || belongsElsewhere(event.target)) return;
    const follows = event.timeStamp - goPressedAt.current < SEQUENCE_MS;
    goPressedAt.current = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    // By the character and not by the place of the key, which differs between keyboards.
    if (event.key === "?") showHelp();
    const page = follows && pagesFor(viewer).find(({ key }) => key === event.key);
    if (!page) return;
    event.preventDefault();
    void navigate({ to: page.to });
  };
  // Before the keys of a page, for which the second key of a sequence is not meant.
  useWindowEvent("keydown", onKey, { capture: true });
}
