import { Modal } from "@mantine/core";
import type { TimeEntry } from "../../api/time-routes.ts";
import { formatDayOfYear, formatShortWeekday } from "../../format/dates.ts";
import { EntryForm } from "./entry-form.tsx";
import type { Line } from "./lines.ts";
import type { TimeChanges } from "./time-changes.ts";

/** The day whose entry is open; a new one has no entry. */
export interface OpenEntry {
  day: string;
  line?: Line;
  entry?: TimeEntry;
}

interface Props {
  opened: OpenEntry | undefined;
  lines: Line[];
  changes: TimeChanges;
  onClose: () => void;
}

/** The form of an entry over the week. It stays when a phone is turned and the list of days becomes a grid. */
export function EntryDialog({ opened, lines, changes, onClose }: Props) {
  // The current entry: a refused change reloads it.
  const current = lines
    .flatMap((line) =>
      line.days.flatMap(({ entries }) => entries.map((entry) => ({ line, entry }))),
    )
    .find(({ entry }) => entry.id === opened?.entry?.id);
  return (
    <Modal
      opened={opened !== undefined}
      onClose={onClose}
      title={
        opened &&
        `${opened.entry ? "Edit entry" : "Log hours"}, ${formatShortWeekday(opened.day)} ${formatDayOfYear(opened.day)}`
      }
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
    >
      {opened && (
        <EntryForm
          changes={changes}
          entry={current?.entry ?? opened.entry}
          work={current?.line ?? opened.line ?? null}
          day={opened.day}
          hasProjectFields
          onDone={onClose}
        />
      )}
    </Modal>
  );
}
