import { Alert, Button, Group, Skeleton, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { CopyIcon, InfoIcon, LockIcon, PlusIcon } from "lucide-react";
import { useMemo, useState } from "react";
import type { Timesheet } from "../../api/time-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { formatExactHours } from "../../format/numbers.ts";
import { addDays } from "../../format/zoned-time.ts";
import { useViewer } from "../../session/viewer.ts";
import { usePageKeys } from "../../ui/page-keys.ts";
import { Problem } from "../../ui/problem.tsx";
import { AddRow } from "./add-row.tsx";
import { Corrections } from "./corrections.tsx";
import { DayList } from "./day-list.tsx";
import { EntryDialog, type OpenEntry } from "./entry-dialog.tsx";
import { Failure } from "./entry-form.tsx";
import { ExportWeek } from "./export-week.tsx";
import { keyOf, type Line, linesOf, mergeRows, type ProjectTask } from "./lines.ts";
import { LockDialog } from "./lock-dialog.tsx";
import { timesheetOf } from "./queries.ts";
import { timeChanges } from "./time-changes.ts";
import classes from "./time-page.module.css";
import { WeekGrid } from "./week-grid.tsx";
import { changeLock } from "./week-locks.ts";

interface Props {
  week: string;
  /** Empty for the viewer. */
  person: string;
  entryId: string;
}

/** A person's week: as a grid, or on a phone one day at a time. */
export function PersonWeekView({ week, person, entryId }: Props) {
  const sheet = useQuery(timesheetOf({ week, person }));
  if (sheet.isError && !sheet.data) {
    return <Problem error={sheet.error} retry={() => void sheet.refetch()} />;
  }
  if (!sheet.data) return <Skeleton height={320} />;
  const { data } = sheet;
  return <Week key={`${data.person.id} ${data.week_on}`} sheet={data} entryId={entryId} />;
}

const noTasks: ProjectTask[] = [];

/** Rows that were added to a week and have no hours yet, until the person signs out or reloads. */
function useAddedRows(key: string) {
  const queryClient = useQueryClient();
  const queryKey = ["time", "added", key];
  const { data: added = noTasks } = useQuery<ProjectTask[]>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const add = (rows: readonly ProjectTask[]) =>
    void queryClient.setQueryData<ProjectTask[]>(queryKey, (before = noTasks) =>
      mergeRows(before, rows),
    );
  return { added, add };
}

type Target = NonNullable<Parameters<typeof WeekGrid>[0]["target"]>;

function targetOf(lines: Line[], entryId: string): Target | undefined {
  for (const { key, days } of lines) {
    const day = days.findIndex(({ entries }) => entries.some(({ id }) => id === entryId));
    if (day >= 0) return { key, day, opens: true };
  }
  return undefined;
}

function Week({ sheet, entryId }: { sheet: Timesheet; entryId: string }) {
  const viewer = useViewer();
  const queryClient = useQueryClient();
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  const { added, add } = useAddedRows(`${sheet.person.id} ${sheet.week_on}`);
  const [adding, setAdding] = useState<"open" | "added" | "closed">("closed");
  const [openEntry, setOpenEntry] = useState<OpenEntry>();
  const [isLocking, setLocking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [copied, setCopied] = useState<string>();
  const [focusTarget, setFocusTarget] = useState<Target>();
  const isViewer = sheet.person.id === viewer.id;
  const owner = { id: sheet.person.id, name: sheet.person.name ?? "this person" };
  const changes = timeChanges({ id: sheet.person.id, name: sheet.person.name, isViewer });
  const lines = useMemo(() => linesOf(sheet, sheet.can_edit ? added : noTasks), [sheet, added]);

  // The entry in the URL opens once, and not again after it is saved.
  const [urlTarget] = useState(() => targetOf(lines, entryId));

  function addRow(work: ProjectTask) {
    add([work]);
    setAdding("added");
    const today = sheet.days.findIndex(({ day }) => day === sheet.today);
    setFocusTarget({
      key: keyOf(work),
      day: Math.max(today, 0),
      opens: false,
    });
  }

  async function copyRows() {
    setFailure(undefined);
    try {
      const before = await queryClient.fetchQuery(
        timesheetOf({
          week: addDays(sheet.week_on, -7),
          person: isViewer ? "" : sheet.person.id,
        }),
      );
      const openRows = before.rows.filter(({ project }) => !project.is_archived);
      add(openRows);
      setCopied(
        openRows.length === 0 ? "Last week has no rows to copy." : "Copied last week's rows.",
      );
    } catch (error) {
      setFailure(error);
    }
  }

  const canAdd = sheet.can_edit && !isNarrow;
  usePageKeys(canAdd ? { a: () => setAdding("open"), c: () => void copyRows() } : {});

  return (
    <>
      <div className={classes.status}>
        <Text>
          <strong>{formatExactHours(sheet.hours)}</strong> of{" "}
          {formatExactHours(sheet.expected_hours)} h
          {sheet.hidden_hours > 0 &&
            `, ${formatExactHours(sheet.hidden_hours)} h of it on projects that you can't see`}
        </Text>
        {sheet.lock && (
          <span className={classes.state}>
            <LockIcon size={16} aria-hidden />
            <span>
              Locked by {sheet.lock.locked_by.name ?? "a lead"},{" "}
              <Instant at={sheet.lock.locked_at} />.
              {!sheet.can_lock && " Ask a lead to unlock the week."}
            </span>
          </span>
        )}
        {sheet.can_lock &&
          (sheet.lock ? (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setFailure(undefined);
                void changeLock(false, sheet.week_on, owner).catch(setFailure);
              }}
            >
              Unlock week
            </Button>
          ) : (
            <Button size="xs" variant="default" onClick={() => setLocking(true)}>
              Lock week
            </Button>
          ))}
        <ExportWeek sheet={sheet} lines={lines} />
      </div>
      {!isViewer && sheet.can_edit && (
        <Alert color="gray" variant="light" mb="sm" p="xs" icon={<InfoIcon size={16} />}>
          {sheet.person.name} sees each change that you make to these hours.
        </Alert>
      )}
      {failure !== undefined && <Failure error={failure} />}
      {isNarrow ? (
        <DayList sheet={sheet} lines={lines} entryId={entryId} onOpen={setOpenEntry} />
      ) : (
        <>
          {lines.length === 0 ? (
            <Text c="dimmed" size="lg" className={classes.empty}>
              {sheet.can_edit
                ? "Hours appear here by project and day. Add a row for a project, then type hours into its days."
                : "There are no hours in this week."}
            </Text>
          ) : (
            <WeekGrid
              sheet={sheet}
              lines={lines}
              changes={changes}
              onKeep={(work) => add([work])}
              target={focusTarget ?? urlTarget}
            />
          )}
          {canAdd && (
            <Group gap="xs" mt="sm">
              <Button
                size="xs"
                leftSection={<PlusIcon size={14} aria-hidden />}
                aria-keyshortcuts="a"
                onClick={() => setAdding("open")}
              >
                Add row
              </Button>
              <Button
                size="xs"
                variant="default"
                leftSection={<CopyIcon size={14} aria-hidden />}
                aria-keyshortcuts="c"
                onClick={() => void copyRows()}
              >
                Copy last week's rows
              </Button>
              <Text role="status" c="dimmed">
                {copied}
              </Text>
            </Group>
          )}
        </>
      )}
      <AddRow
        isOpen={adding === "open"}
        // The focus is already in the row that was added.
        returnsFocus={adding !== "added"}
        onClose={() => setAdding("closed")}
        onAdd={addRow}
      />
      <EntryDialog
        opened={openEntry}
        lines={lines}
        changes={changes}
        onClose={() => setOpenEntry(undefined)}
      />
      <Corrections changes={sheet.changes} />
      {isLocking && (
        <LockDialog week_on={sheet.week_on} person={owner} onClose={() => setLocking(false)} />
      )}
    </>
  );
}
