import { Alert, Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Timesheet } from "../../api/time-routes.ts";
import { formatDayOfYear, formatShortWeekday } from "../../format/dates.ts";
import { formatExactHours } from "../../format/numbers.ts";
import { TaskLink } from "../tasks/task-link.tsx";
import { CellEditor, CellValue, cellLabel } from "./grid-cell.tsx";
import { parseHours } from "./hours-input.ts";
import { type Line, nameOf, type ProjectTask } from "./lines.ts";
import type { TimeChanges } from "./time-changes.ts";
import { cellId, useCells } from "./use-cells.ts";
import classes from "./week-grid.module.css";

interface Props {
  sheet: Timesheet;
  lines: Line[];
  changes: TimeChanges;
  /** Keeps a row that has no hours left. */
  onKeep: (work: ProjectTask) => void;
  /** The cell that takes the focus or opens: in an added row, or with the entry in the URL. */
  target?: { key: string; day: number; opens: boolean } | undefined;
}

/** The steps of the arrow keys, Home and End. */
const steps: Record<string, [lines: number, days: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -7],
  End: [0, 7],
};

const within = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1);

/** The hours of a week by row and day. The tab key reaches one cell; arrow keys move from there. */
export function WeekGrid({ sheet, lines, changes, onKeep, target }: Props) {
  const grid = useRef<HTMLTableElement>(null);
  const takesFocus = useRef(false);
  const isTyping = useRef(false);
  const today = sheet.days.findIndex(({ day }) => day === sheet.today);
  const [active, setActive] = useState({ key: "", day: Math.max(today, 0) });
  const [draft, setDraft] = useState<{ text: string; isNew: boolean }>();
  const [isOpen, setOpen] = useState(false);
  const { pending, save, failure, setFailure } = useCells(sheet, lines, changes, onKeep);

  const lineIndex = Math.max(
    lines.findIndex(({ key }) => key === active.key),
    0,
  );
  const line = lines[lineIndex];
  const cell = line?.days[active.day];

  useEffect(() => {
    if (!target) return;
    setActive({ key: target.key, day: target.day });
    setOpen(target.opens);
    takesFocus.current = !target.opens;
  }, [target]);

  useLayoutEffect(() => {
    if (!takesFocus.current || draft || isOpen) return;
    takesFocus.current = false;
    grid.current?.querySelector<HTMLElement>("td[tabindex='0']")?.focus();
  });

  const canEdit = (on: Line) => sheet.can_edit && !on.project.is_archived;

  function begin(text: string | undefined) {
    if (!line || !cell) return;
    const isManaged = cell.entries.some(({ managed_by }) => managed_by);
    if (!canEdit(line) || cell.entries.length > 1 || isManaged) {
      if (cell.entries.length > 0) setOpen(true);
    } else {
      isTyping.current = true;
      const hours = pending[cellId(line, cell.day)]?.hours ?? cell.hours;
      const present = hours === 0 ? "" : formatExactHours(hours);
      setDraft({ text: text ?? present, isNew: text !== undefined });
    }
  }

  function move([down, right]: [number, number]) {
    takesFocus.current = true;
    const next = lines[within(lineIndex + down, lines.length)];
    setActive({ key: next?.key ?? "", day: within(active.day + right, 7) });
  }

  function endTyping() {
    isTyping.current = false;
    setDraft(undefined);
  }

  /** Returns false if the typed text is not valid hours. */
  function commit(): boolean {
    if (!draft || !line || !cell || !isTyping.current) return true;
    const { hours, problem } = parseHours(draft.text);
    if (problem !== undefined) {
      setFailure({ title: `“${draft.text}” wasn't saved`, detail: problem });
      return false;
    }
    endTyping();
    void save(line, cell, hours);
    return true;
  }

  function onEditorKey(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation();
    const { key } = event;
    const step = steps[key];
    if (key === "Enter") {
      if (commit()) takesFocus.current = true;
    } else if (key === "Escape") {
      setFailure(undefined);
      takesFocus.current = true;
      endTyping();
    } else if (key === "Tab") {
      if (commit()) move([0, event.shiftKey ? -1 : 1]);
    } else if (step && (draft?.isNew || key === "ArrowUp" || key === "ArrowDown")) {
      if (commit()) move(step);
    } else {
      return;
    }
    event.preventDefault();
  }

  function onCellKey(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !line || !cell) return;
    if (event.target instanceof Element && event.target.closest("button, a")) return;
    const { key } = event;
    const step = steps[key];
    if (step) move(step);
    else if (key === "Enter" || key === "F2") begin(undefined);
    else if (/^[\d:.,]$/.test(key)) begin(key);
    else if (key === "e") setOpen(canEdit(line) || cell.entries.length > 0);
    else if (key === "Delete" || key === "Backspace") {
      if (!canEdit(line)) return;
      if (cell.entries.length > 1) setOpen(true);
      else void save(line, cell, 0);
    } else return;
    event.preventDefault();
  }

  function close() {
    takesFocus.current = true;
    setOpen(false);
  }

  return (
    <>
      {failure && (
        <Alert color="red" variant="light" role="alert" mb="sm" title={failure.title}>
          {failure.detail}
        </Alert>
      )}
      <div className={classes.scroll}>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with editable cells */}
        <table ref={grid} role="grid" className={classes.grid} aria-label="Hours of the week">
          <thead>
            <tr>
              <th scope="col">Project and task</th>
              {sheet.days.map(({ day }) => (
                <th key={day} scope="col" className={classes.day} data-today={day === sheet.today}>
                  {formatShortWeekday(day)}{" "}
                  <span className={classes.date}>{formatDayOfYear(day)}</span>
                </th>
              ))}
              <th scope="col" className={classes.sum}>
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <tr key={line.key}>
                <th scope="row" className={classes.work}>
                  <span className={classes.project} title={nameOf(line)}>
                    <Anchor
                      inherit
                      underline="hover"
                      c="inherit"
                      renderRoot={(props) => (
                        <Link
                          to="/projects/$projectId"
                          params={{ projectId: line.project.id }}
                          {...props}
                        />
                      )}
                    >
                      {line.project.name}
                    </Anchor>
                  </span>
                  <span className={classes.task}>
                    {line.task ? (
                      <TaskLink id={line.task.id}>{line.task.title}</TaskLink>
                    ) : (
                      "No task"
                    )}
                    {line.project.is_archived && " (archived project)"}
                  </span>
                </th>
                {line.days.map((cell, day) => {
                  const isActive = index === lineIndex && day === active.day;
                  const change = pending[cellId(line, cell.day)];
                  const hours = change?.hours ?? cell.hours;
                  const label = cellLabel(line, { ...cell, hours });
                  return (
                    <td
                      key={cell.day}
                      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid
                      role="gridcell"
                      className={classes.cell}
                      tabIndex={isActive && !draft ? 0 : -1}
                      aria-label={label}
                      aria-readonly={!canEdit(line)}
                      aria-busy={change ? !change.isSaved : undefined}
                      onFocus={() => !isActive && setActive({ key: line.key, day })}
                      onKeyDown={onCellKey}
                      onClick={() => {
                        if (isActive && !draft) begin(undefined);
                      }}
                    >
                      {isActive && draft ? (
                        <CellEditor
                          label={`Hours, ${label}`}
                          text={draft.text}
                          selectsAll={!draft.isNew}
                          isInvalid={failure !== undefined}
                          onText={(text) => setDraft({ ...draft, text })}
                          onKeyDown={onEditorKey}
                          onBlur={() => {
                            if (!commit()) endTyping();
                          }}
                        />
                      ) : (
                        <CellValue
                          line={line}
                          cell={cell}
                          content={hours > 0 && formatExactHours(hours)}
                          isOpen={isActive && isOpen}
                          changes={changes}
                          canEdit={canEdit(line)}
                          onOpen={() => {
                            setActive({ key: line.key, day });
                            setOpen(true);
                          }}
                          onClose={close}
                        />
                      )}
                    </td>
                  );
                })}
                <td>{formatExactHours(line.hours)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {sheet.days.map(({ day, hours, expected_hours }) => (
                <td key={day}>
                  <Against hours={hours} expected={expected_hours} />
                </td>
              ))}
              <td>
                <Against hours={sheet.hours} expected={sheet.expected_hours} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  );
}

function Against({ hours, expected }: { hours: number; expected: number }) {
  return (
    <>
      {formatExactHours(hours)}
      {expected > 0 && (
        <span className={classes.expected}>{`/ ${formatExactHours(expected)}`}</span>
      )}
    </>
  );
}
