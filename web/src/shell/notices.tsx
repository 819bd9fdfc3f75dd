import "@mantine/notifications/styles.css";
import { useHotkeys } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import { undoLatest } from "./saved-notice.tsx";

/** Where messages about what was done stand. As a stack they wait while one of them has the focus. */
export default function Notices() {
  useHotkeys([["z", undoLatest]]);
  return <Notifications layout="stacked" limit={3} transitionDuration={150} containerWidth={400} />;
}
