import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countOf, formatExactHours } from "../../format/numbers.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Failure } from "./entry-form.tsx";
import { type PersonWeek, type TeamWeek, teamWeekOf } from "./queries.ts";
import classes from "./time-page.module.css";
import { formatWeek } from "./week.ts";
import { changeLock } from "./week-locks.ts";

interface Props {
  week_on: string;
  /** The person whose week is locked; null for everyone. */
  person: PersonWeek["person"] | null;
  onClose: () => void;
}

/** Asks before a week is locked, and lists the people who have fewer hours than expected. */
export function LockDialog({ week_on, person, onClose }: Props) {
  const team = useQuery(teamWeekOf(week_on));
  return (
    <Dialog
      onClose={onClose}
      title={`Lock ${formatWeek(week_on)} for ${person ? person.name : "everyone"}`}
    >
      {team.isError && <Problem error={team.error} retry={() => void team.refetch()} />}
      {team.isPending && <Skeleton height={120} />}
      {team.data && <LockPreview team={team.data} person={person} onClose={onClose} />}
    </Dialog>
  );
}

function LockPreview({ team, person, onClose }: Omit<Props, "week_on"> & { team: TeamWeek }) {
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const expectedHours = team.days.reduce((sum, { expected_hours }) => sum + expected_hours, 0);
  const openWeeks = team.people.filter(
    (week) => week.lock === null && (!person || week.person.id === person.id),
  );
  const below = openWeeks.filter(({ hours }) => hours < expectedHours);

  async function lock() {
    setSaving(true);
    try {
      await changeLock(true, team.week_on, person ?? team.people);
      onClose();
    } catch (error) {
      setFailure(error);
      setSaving(false);
    }
  }

  return (
    <Stack gap="sm">
      <Text>The hours of a locked week can't change until an admin or a lead unlocks it.</Text>
      {openWeeks.length === 0 && <Text>The week is already locked.</Text>}
      {openWeeks.length > 0 && below.length === 0 && (
        <Text>
          {person ? `${person.name} has` : "Everyone has"} the expected{" "}
          {formatExactHours(expectedHours)} h.
        </Text>
      )}
      {below.length > 0 && (
        <section aria-labelledby="below-expected">
          <Text id="below-expected" fw={600}>
            {countOf(below.length, "person", "people")} below the expected{" "}
            {formatExactHours(expectedHours)} h
          </Text>
          <ul className={classes.below}>
            {below.map((week) => (
              <li key={week.person.id}>
                <span>{week.person.name}</span>
                <span>
                  {formatExactHours(week.hours)} h ({formatExactHours(week.hours - expectedHours)})
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {failure !== undefined && <Failure error={failure} />}
      <Group gap="xs">
        <Button
          data-autofocus
          loading={isSaving}
          disabled={openWeeks.length === 0}
          onClick={() => void lock()}
        >
          {person ? "Lock week" : `Lock ${countOf(openWeeks.length, "week")}`}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
