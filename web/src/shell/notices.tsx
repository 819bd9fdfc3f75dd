import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

/** Where messages about what was done stand. As a stack they wait while one of them has the focus. */
export function Notices() {
  return <Notifications layout="stacked" limit={3} transitionDuration={150} containerWidth={400} />;
}
