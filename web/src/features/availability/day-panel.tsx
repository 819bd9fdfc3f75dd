import { Drawer, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { PersonAvailability } from "../../api/calendar-routes.ts";
import { formatLongDay, formatTimes } from "../../format/dates.ts";
import { dayOf } from "./busy-words.ts";
import classes from "./day-panel.module.css";
import { SyncState } from "./sync-state.tsx";

interface Props {
  person: PersonAvailability;
  day: string;
  timeZone: string;
  onClose: () => void;
}

/** A person's day in full: each busy time and its source. No busy time has a title, because none is stored. */
export function DayPanel({ person, day, timeZone, onClose }: Props) {
  const isNarrow = useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
  const { working, busy, isKnown } = dayOf(person, day, timeZone);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isNarrow ? "100%" : 400}
      title={
        <span className={classes.title}>
          {person.person.name}, {formatLongDay(day)}
        </span>
      }
      returnFocus={false}
      closeButtonProps={{ "aria-label": "Close the day" }}
      transitionProps={{ duration: 0 }}
    >
      <SyncState sync={person.sync} />
      <dl className={classes.facts}>
        <dt>Working hours</dt>
        <dd>
          {working.length === 0
            ? "Not working"
            : working.map(({ item }) => formatTimes(item)).join(", ")}
        </dd>
        <dt>Busy</dt>
        <dd>
          {busy.length === 0 ? (
            <Text c="dimmed">
              {person.sync.state === "never"
                ? "Unknown: this calendar has never been synced. Ask them before you plan a meeting."
                : isKnown
                  ? "Nothing on this day."
                  : "Unknown: syncs cover the last week and the next seven weeks. Ask them before you plan a meeting."}
            </Text>
          ) : (
            <ul className={classes.blocks}>
              {busy.map(({ item }) => (
                <li key={`${item.starts_at} ${item.ends_at}`}>
                  <span className={classes.times}>{formatTimes(item)}</span>
                  <Text size="sm" c="dimmed">
                    {item.why}
                  </Text>
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
    </Drawer>
  );
}
