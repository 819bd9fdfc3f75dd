import "@mantine/notifications/styles.css";
import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import { takesLetters } from "../ui/page-keys.ts";
import { undoLatest } from "../ui/saved-notice.tsx";
import classes from "./notices.module.css";

/**
 * Messages about actions, away from the decision buttons at the bottom right. The stack stays open while one of the
 * messages has the focus.
 */
export function Notices() {
  // The page has undo too: `z` on a card does the same.
  const undo = ({ target }: KeyboardEvent) => {
    if (!takesLetters(target)) undoLatest();
  };
  useHotkeys([["z", undo, { preventDefault: false }]], []);
  const isNarrow = useMediaQuery("(max-width: 1000px)", false, { getInitialValueInEffect: false });
  return (
    <Notifications
      position={isNarrow ? "top-center" : "bottom-left"}
      layout="stacked"
      limit={3}
      classNames={{ root: classes.root ?? "" }}
      transitionDuration={150}
      containerWidth={400}
    />
  );
}
