import { Anchor, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { LockIcon, LockOpenIcon } from "lucide-react";
import { useMemo, useState } from "react";
import { formatDayOfYear, formatInstantInFull, formatShortWeekday } from "../../format/dates.ts";
import { countOf, formatExactHours } from "../../format/numbers.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { ExportMenu } from "../../ui/data-table/export-menu.tsx";
import { useDataTable } from "../../ui/data-table/use-data-table.ts";
import { useSort } from "../../ui/data-table/use-sort.ts";
import { Problem } from "../../ui/problem.tsx";
import { Failure } from "./entry-form.tsx";
import { LockDialog } from "./lock-dialog.tsx";
import { type PersonWeek, type TeamWeek, teamWeekOf } from "./queries.ts";
import classes from "./time-page.module.css";
import { changeLock } from "./week-locks.ts";

/** Everyone's week: people by days, with totals and locks. */
export function TeamWeekView({ week }: { week: string }) {
  const team = useQuery(teamWeekOf(week));
  if (team.isError) return <Problem error={team.error} retry={() => void team.refetch()} />;
  return <TeamTable team={team.data} />;
}

const noWeeks: PersonWeek[] = [];

function TeamTable({ team }: { team: TeamWeek | undefined }) {
  const sort = useSort<string>("person", "asc");
  const [locking, setLocking] = useState<PersonWeek["person"] | "everybody">();
  const [failure, setFailure] = useState<unknown>();
  const week_on = team?.week_on ?? "";
  const people = team?.people ?? noWeeks;
  const columns = useMemo(() => {
    const unlock = async (person: PersonWeek["person"] | PersonWeek[]) => {
      setFailure(undefined);
      await changeLock(false, week_on, person).catch(setFailure);
    };
    return team
      ? columnsFor(team, (week) => {
          if (week.lock) void unlock(week.person);
          else setLocking(week.person);
        })
      : [];
  }, [team, week_on]);
  const table = useDataTable({
    label: "Hours of the team",
    fileName: "team-hours",
    columns,
    rows: people,
    rowId: ({ person }) => person.id,
    sort,
    empty: "The week of each person appears here. Invite people under Settings, People first.",
    narrow: 800,
  });
  const lockedCount = people.filter(({ lock }) => lock !== null).length;
  if (!team) return <div className={classes.waiting} aria-busy />;
  return (
    <>
      <Group justify="space-between" mb="sm" gap="xs">
        <Text>
          {countOf(people.length, "person", "people")}, {lockedCount} locked
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<LockIcon size={14} aria-hidden />}
            disabled={lockedCount === people.length}
            onClick={() => setLocking("everybody")}
          >
            Lock week for everyone
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<LockOpenIcon size={14} aria-hidden />}
            disabled={lockedCount === 0}
            onClick={() => void changeLock(false, week_on, people).catch(setFailure)}
          >
            Unlock week for everyone
          </Button>
          <ExportMenu table={table} />
        </Group>
      </Group>
      {failure !== undefined && <Failure error={failure} />}
      <DataTable table={table} foot="Everyone" />
      {locking && (
        <LockDialog
          week_on={week_on}
          person={locking === "everybody" ? null : locking}
          onClose={() => setLocking(undefined)}
        />
      )}
    </>
  );
}

const sumOf = (rows: PersonWeek[], hours: (row: PersonWeek) => number) =>
  formatExactHours(rows.reduce((sum, row) => sum + hours(row), 0));

function columnsFor(team: TeamWeek, onLock: (week: PersonWeek) => void): Column<PersonWeek>[] {
  const expectedHours = team.days.reduce((sum, { expected_hours }) => sum + expected_hours, 0);
  return [
    {
      id: "person",
      label: "Person",
      isMain: true,
      sort: "asc",
      value: ({ person }) => person.name,
      cell: ({ person }) => (
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link to="/time" search={{ week: team.week_on, person: person.id }} {...props} />
          )}
        >
          {person.name}
        </Anchor>
      ),
    },
    ...team.days.map(
      ({ day }, index): Column<PersonWeek> => ({
        id: day,
        label: `${formatShortWeekday(day)} ${formatDayOfYear(day)}`,
        width: 76,
        isNumber: true,
        isNamed: true,
        value: ({ days }) => days[index],
        cell: ({ days }) => (days[index] ? formatExactHours(days[index]) : "–"),
        total: (rows) => sumOf(rows, ({ days }) => days[index] ?? 0),
      }),
    ),
    {
      id: "hours",
      label: "Total",
      width: 84,
      sort: "desc",
      isNumber: true,
      isNamed: true,
      value: ({ hours }) => hours,
      cell: ({ hours }) => formatExactHours(hours),
      total: (rows) => sumOf(rows, ({ hours }) => hours),
    },
    {
      id: "expected",
      label: "Expected",
      width: 88,
      isNumber: true,
      isNamed: true,
      value: () => expectedHours,
      cell: () => formatExactHours(expectedHours),
      total: (rows) => formatExactHours(expectedHours * rows.length),
    },
    {
      id: "lock",
      label: "State",
      width: 104,
      sort: "asc",
      value: ({ lock }) => (lock ? "Locked" : "Open"),
      cell: ({ lock }) =>
        lock ? (
          <span
            className={classes.state}
            title={`By ${lock.locked_by.name ?? "a lead"}, ${formatInstantInFull(lock.locked_at)}`}
          >
            <LockIcon size={14} aria-hidden /> Locked
          </span>
        ) : (
          <span className={classes.state}>
            <LockOpenIcon size={14} aria-hidden /> Open
          </span>
        ),
    },
    {
      id: "actions",
      label: "Actions",
      width: 88,
      isLabelHidden: true,
      cell: (week) => (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`${week.lock ? "Unlock" : "Lock"} the week of ${week.person.name}`}
          onClick={() => onLock(week)}
        >
          {week.lock ? "Unlock" : "Lock"}
        </Button>
      ),
    },
  ];
}
