import { Button, Group } from "@mantine/core";
import { type NotificationData, notifications, notificationsStore } from "@mantine/notifications";
import { explain, ServiceError } from "../api/service-error.ts";
import { queryClient } from "../query-client.ts";

/** The time to read the notice, find the button and press it. */
const SHOWN_MS = 12_000;

/** At most this many messages are shown at a time. */
export const MAX_NOTICES = 3;

/** The next step: an action, or a link to a page. */
type Step = { label: string; take: () => void } | { label: string; href: string };

/** A change may affect any list, so everything on the screen is reloaded. */
export function refreshAll(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => !["config", "whoami", "form"].includes(String(queryKey[0])),
  });
}

const look = {
  role: "status",
  autoClose: SHOWN_MS,
  closeButtonProps: { "aria-label": "Dismiss" },
} as const;

/** Shows a message at once. One over the limit would wait until another closes, so the oldest one closes for it. */
function show(notice: NotificationData): string {
  const { notifications: notices } = notificationsStore.getState();
  for (const { id } of notices.slice(0, 1 - MAX_NOTICES)) if (id) notifications.hide(id);
  return notifications.show({ ...look, ...notice });
}

let latestUndo: (() => void) | undefined;

/** Undoes the last save, if its notice is still shown. */
export function undoLatest(): void {
  latestUndo?.();
}

/** Confirms that a change was saved, with one possible next step; returns the function that runs it. */
export function notifySaved(message: string, step?: Step): (() => void) | undefined {
  refreshAll();
  const take =
    step && "take" in step
      ? () => {
          notifications.hide(id);
          step.take();
        }
      : undefined;
  const id = show({
    color: "accent",
    onClose: () => {
      if (latestUndo === take) latestUndo = undefined;
    },
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        {message}
        {step &&
          (take ? (
            <Button size="compact-sm" variant="light" flex="none" onClick={take}>
              {step.label}
            </Button>
          ) : (
            <Button
              component="a"
              {...("href" in step && { href: step.href })}
              target="_blank"
              rel="noreferrer"
              size="compact-sm"
              variant="light"
              flex="none"
            >
              {step.label}
            </Button>
          ))}
      </Group>
    ),
  });
  return take;
}

/** Confirms that a change was saved, and offers its inverse. */
export function notifyUndoable(message: string, inverse: () => Promise<unknown>): void {
  const undo = async () => {
    try {
      await inverse();
      notifySaved("Undone.");
    } catch (error) {
      refreshAll();
      notifyNotUndone(error);
    }
  };
  latestUndo = notifySaved(message, { label: "Undo", take: () => void undo() });
}

function notifyNotUndone(error: unknown): void {
  const isStale = error instanceof ServiceError && error.code === "version_conflict";
  notifyFailed(
    "Not undone",
    error,
    isStale ? "Someone else made a later change. Their version was kept." : undefined,
  );
}

/** Reports that a change was not made, and the next step. */
export function notifyFailed(title: string, error: unknown, message = explain(error).detail): void {
  show({ role: "alert", color: "red", title, message });
}
