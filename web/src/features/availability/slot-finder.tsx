import { Button, MultiSelect, Select, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { PersonAvailability, Slot } from "../../api/calendar-routes.ts";
import { formatInstantDay, formatLongDay, formatTimes } from "../../format/dates.ts";
import { countOf } from "../../format/numbers.ts";
import { addDays, startOfDay, wallTimeAt } from "../../format/zoned-time.ts";
import { Problem } from "../../ui/problem.tsx";
import { colleagues } from "../calendar/queries.ts";
import { openAction } from "../portfolio-actions/open-action.ts";
import { freeSlots } from "./queries.ts";
import { type AvailabilitySearch, peopleIn, slotLengths, slotWeeks } from "./search-params.ts";
import classes from "./slot-finder.module.css";

interface Props {
  people: readonly PersonAvailability[];
  search: AvailabilitySearch;
  /** The first day of the search. */
  firstDay: string;
  timeZone: string;
  onChange: (next: Partial<AvailabilitySearch>) => void;
}

const lengthLabel = (minutes: number) =>
  minutes < 60 ? `${minutes} minutes` : `${minutes / 60} ${minutes === 60 ? "hour" : "hours"}`;
const weeksLabel = (count: number) => (count === 1 ? "1 week" : `${count} weeks`);

/** Finds slots in which several people are free, and proposes an event in one. */
export function SlotFinder({ people, search, firstDay, timeZone, onChange }: Props) {
  const personIds = peopleIn(search);
  const [openedAt] = useState(() => Date.now());
  const from = Math.max(startOfDay(firstDay, timeZone), openedAt);
  const to = startOfDay(addDays(firstDay, search.weeks * 7), timeZone);
  const slots = useQuery(
    freeSlots({ person_ids: search.people, slot_minutes: search.minutes, from, to }),
  );
  const lastKnown = Math.min(
    ...people
      .filter(({ person, sync }) => personIds.includes(person.id) && sync.window_ends_at)
      .map(({ sync }) => Date.parse(sync.window_ends_at ?? "")),
  );
  const addresses = useQuery(colleagues).data ?? [];
  const unsure = people.filter(
    ({ person, sync }) => personIds.includes(person.id) && sync.state !== "fresh",
  );

  const propose = ({ starts_at, ends_at }: Slot) =>
    openAction({
      kind: "propose-event",
      starts_at,
      ends_at,
      attendees: addresses.filter(({ id }) => personIds.includes(id)).map(({ email }) => email),
    });

  return (
    <section aria-labelledby="slot-finder" className={classes.finder}>
      <Title order={2} id="slot-finder">
        Find a slot
      </Title>
      <div className={classes.fields}>
        <MultiSelect
          label="People"
          placeholder={personIds.length === 0 ? "Choose people" : ""}
          searchable
          clearable
          clearButtonProps={{ "aria-label": "Remove all people" }}
          limit={50}
          maxValues={50}
          nothingFoundMessage="No person has this name."
          value={personIds}
          data={people.map(({ person }) => ({ value: person.id, label: person.name }))}
          onChange={(ids) => onChange({ people: ids.join(",") })}
        />
        <Select
          label="Meeting length"
          allowDeselect={false}
          value={String(search.minutes)}
          data={slotLengths.map((length) => ({
            value: String(length),
            label: lengthLabel(length),
          }))}
          onChange={(minutes) => onChange({ minutes: Number(minutes) })}
        />
        <Select
          label="Period to search"
          allowDeselect={false}
          value={String(search.weeks)}
          data={slotWeeks.map((count) => ({ value: String(count), label: weeksLabel(count) }))}
          onChange={(weeks) => onChange({ weeks: Number(weeks) })}
        />
      </div>
      {personIds.length === 0 ? (
        <Text c="dimmed">Choose people to see the slots in which all of them are free.</Text>
      ) : from >= to ? (
        <Text c="dimmed" role="status">
          These days are in the past. Go to this week or a later one.
        </Text>
      ) : slots.isError ? (
        <Problem error={slots.error} retry={() => void slots.refetch()} />
      ) : !slots.data ? (
        <Skeleton height={80} aria-busy="true" />
      ) : (
        <>
          {unsure.length > 0 && (
            <Text size="sm" mb="xs">
              {unsure.map(({ person }) => person.name).join(", ")}: busy times are unknown or out of
              date. Ask them before you plan a meeting.
            </Text>
          )}
          {lastKnown < to && (
            <Text size="sm" mb="xs">
              Busy times are synced up to {formatInstantDay(new Date(lastKnown).toISOString())}.
              Later slots are not listed.
            </Text>
          )}
          <Slots slots={slots.data.slots ?? []} timeZone={timeZone} onPropose={propose} />
        </>
      )}
    </section>
  );
}

interface SlotsProps {
  slots: readonly Slot[];
  timeZone: string;
  onPropose: (slot: Slot) => void;
}

function Slots({ slots, timeZone, onPropose }: SlotsProps) {
  const days = useMemo(() => {
    const byDay = new Map<string, Slot[]>();
    for (const slot of slots) {
      const { day } = wallTimeAt(Date.parse(slot.starts_at), timeZone);
      byDay.set(day, [...(byDay.get(day) ?? []), slot]);
    }
    return [...byDay];
  }, [slots, timeZone]);
  if (days.length === 0) {
    return (
      <Text role="status">
        No slot of this length suits everyone. Choose a shorter one, more weeks or fewer people.
      </Text>
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed" role="status" mb="xs">
        {slots.length === 50 ? "The next 50 slots" : countOf(slots.length, "free slot")}. Choose one
        to propose an event.
      </Text>
      <div className={classes.days}>
        {days.map(([day, ofDay]) => (
          <div key={day}>
            <h3 className={classes.day}>{formatLongDay(day)}</h3>
            <ul className={classes.slots}>
              {ofDay.map((slot) => (
                <li key={slot.starts_at}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Propose event on ${formatLongDay(day)}, ${formatTimes(slot)}`}
                    onClick={() => onPropose(slot)}
                  >
                    {formatTimes(slot)}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  );
}
