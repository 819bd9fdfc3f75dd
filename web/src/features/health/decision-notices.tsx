import "@mantine/notifications/styles.css";
import { createNotificationsStore, Notifications } from "@mantine/notifications";

/** Long enough to read it and to reach it by keyboard. */
const SHOWN_MS = 12_000;

export const decisionNotices = createNotificationsStore();

/** What was just decided, away from the buttons of the finding that is open next. */
export function DecisionNotices() {
  return (
    <Notifications
      store={decisionNotices}
      position="bottom-left"
      autoClose={SHOWN_MS}
      containerWidth={400}
      transitionDuration={120}
    />
  );
}
