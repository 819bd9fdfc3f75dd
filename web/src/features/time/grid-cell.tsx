import { Popover, Stack, Text } from "@mantine/core";
import { StickyNoteIcon } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { formatLongDay } from "../../format/dates.ts";
import { formatExactHours } from "../../format/numbers.ts";
import { EntryForm } from "./entry-form.tsx";
import { hoursInWords, type Line, nameOf } from "./lines.ts";
import type { TimeChanges } from "./time-changes.ts";
import classes from "./week-grid.module.css";

export type Cell = Line["days"][number];

/** "Web shop relaunch, Monday 16 November: 1.5 hours, with a note". */
export function cellLabel(line: Line, { day, hours, entries }: Cell): string {
  const parts = [
    hours === 0 ? "no hours" : hoursInWords(hours),
    ...(entries.length > 1 ? [`${entries.length} entries`] : []),
    ...(entries.some(({ note }) => note) ? ["with a note"] : []),
  ];
  return `${nameOf(line)}, ${formatLongDay(day)}: ${parts.join(", ")}`;
}

interface EditorProps {
  label: string;
  text: string;
  /** The current hours, selected when editing begins. */
  selectsAll: boolean;
  isInvalid: boolean;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onBlur: () => void;
}

export function CellEditor({ label, text, selectsAll, isInvalid, onText, ...props }: EditorProps) {
  return (
    <input
      {...props}
      className={classes.input}
      aria-label={label}
      aria-invalid={isInvalid}
      autoComplete="off"
      inputMode="decimal"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      ref={(input) => {
        if (!input || document.activeElement === input) return;
        input.focus();
        if (selectsAll) input.select();
      }}
    />
  );
}

interface ValueProps {
  line: Line;
  cell: Cell;
  isOpen: boolean;
  content: ReactNode;
  changes: TimeChanges;
  canEdit: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The hours of a cell, and the small window with its entries and notes. */
export function CellValue(props: ValueProps) {
  const { line, cell, isOpen, content, changes, canEdit, onOpen, onClose } = props;
  const { entries } = cell;
  const value = (
    <div className={classes.value}>
      {entries.some(({ note }) => note) && (
        <StickyNoteIcon size={12} className={classes.note} aria-hidden />
      )}
      {content}
      {entries.length > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.more}
          aria-label={`Open the entries of ${nameOf(line)}, ${formatLongDay(cell.day)}`}
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
        >
          …
        </button>
      )}
    </div>
  );
  if (!isOpen) return value;
  return (
    <Popover
      opened
      onClose={onClose}
      trapFocus
      withRoles={false}
      width={300}
      position="bottom-end"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{value}</Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={`Entries of ${nameOf(line)}, ${formatLongDay(cell.day)}`}
        className={classes.popover}
        // The keys of the form are not those of the grid.
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") onClose();
        }}
        onClick={(event) => event.stopPropagation()}
      >
        <Stack gap="md">
          {canEdit
            ? [...entries, ...(entries.length === 0 ? [undefined] : [])].map((entry) => (
                <EntryForm
                  key={entry?.id ?? "new"}
                  changes={changes}
                  entry={entry}
                  work={line}
                  day={cell.day}
                  onDone={onClose}
                />
              ))
            : entries.map(({ id, hours, note }) => (
                <Text key={id} tabIndex={-1}>
                  {formatExactHours(hours)} h{note && `: ${note}`}
                </Text>
              ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
