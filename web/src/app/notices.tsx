import "@mantine/notifications/styles.css";
import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import { isTyping } from "../ui/page-keys.ts";
import { MAX_NOTICES, undoLatest } from "../ui/saved-notice.tsx";
import classes from "./notices.module.css";

/**
 * Messages about actions, away from the decision buttons at the bottom right. The stack stays open while one of the
 * messages has the focus.
 */
export function Notices() {
  // Tab does not reach a message from a dialog, but `z` does.
  const undo = ({ target }: KeyboardEvent) => {
    if (!isTyping(target)) undoLatest();
  };
  useHotkeys([["z", undo, { preventDefault: false }]], []);
  const isNarrow = useMediaQuery("(max-width: 1000px)", false, { getInitialValueInEffect: false });
  return (
    <Notifications
      position={isNarrow ? "top-center" : "bottom-left"}
      layout="stacked"
      limit={MAX_NOTICES}
      classNames={{ root: classes.root ?? "" }}
      transitionDuration={150}
      containerWidth={400}
    />
  );
}
