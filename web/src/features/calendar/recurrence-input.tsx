import { Checkbox, Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import {
  frequencies,
  unitOf,
  weekdayNames,
  weekdayOf,
} from "../../../../supabase/functions/_domain/calendar/recurrence.ts";
import { wallTimeAt } from "../../format/zoned-time.ts";
import dialogClasses from "../portfolio-actions/action-dialog.module.css";
import type { Period } from "./day-layout.ts";
import classes from "./recurrence.module.css";
import { RecurrenceSummary } from "./recurrence-summary.tsx";
import { noRecurrence, type RecurrenceValues, recurrenceOf } from "./recurrence-values.ts";

const names = { daily: "Daily", weekly: "Weekly", monthly: "Monthly" } as const;

interface Props {
  label?: string;
  value?: RecurrenceValues;
  error?: ReactNode;
  onChange?: (value: RecurrenceValues) => void;
  /** The first event; undefined while the form has no valid times. */
  first: (Period & { time_zone: string }) | undefined;
}

/** Whether an event repeats, and how: the rule, its end, and the first events that follow from it. */
export function RecurrenceInput({
  label = "Repeats",
  value = noRecurrence,
  error,
  onChange,
  first,
  ...props
}: Props) {
  const { frequency, interval, weekdays, ends, count, until } = value;
  const set = (changes: Partial<RecurrenceValues>) => onChange?.({ ...value, ...changes });
  const firstDay = first && wallTimeAt(Date.parse(first.starts_at), first.time_zone).day;
  const recurrence = recurrenceOf(value, firstDay);
  return (
    <div className={classes.rule}>
      <Select
        {...props}
        label={label}
        error={error}
        allowDeselect={false}
        value={frequency || "never"}
        onChange={(choice) =>
          set({ frequency: frequencies.find((frequency) => frequency === choice) ?? "" })
        }
        data={[
          { value: "never", label: "Doesn't repeat" },
          ...frequencies.map((frequency) => ({ value: frequency, label: names[frequency] })),
        ]}
      />
      {frequency && (
        <>
          <TextInput
            label="Every"
            inputMode="numeric"
            maxLength={2}
            rightSection={unitOf(frequency, Number(interval))}
            rightSectionWidth={72}
            value={interval}
            onChange={({ currentTarget }) => set({ interval: currentTarget.value.trim() })}
          />
          {frequency === "weekly" && (
            <Weekdays
              value={weekdays}
              onChange={(days) => set({ weekdays: days })}
              firstDay={firstDay}
            />
          )}
          <div className={dialogClasses.pair}>
            <Select
              label="Series ends"
              allowDeselect={false}
              value={ends}
              onChange={(choice) => set({ ends: choice === "until" ? "until" : "count" })}
              data={[
                { value: "count", label: "After a number of events" },
                { value: "until", label: "On a day" },
              ]}
            />
            {ends === "count" ? (
              <TextInput
                label="Number of events"
                inputMode="numeric"
                maxLength={3}
                value={count}
                onChange={({ currentTarget }) => set({ count: currentTarget.value.trim() })}
              />
            ) : (
              <TextInput
                type="date"
                label="Last day"
                value={until}
                onChange={({ currentTarget }) => set({ until: currentTarget.value })}
              />
            )}
          </div>
          {recurrence && <RecurrenceSummary recurrence={recurrence} first={first} />}
        </>
      )}
    </div>
  );
}

interface WeekdaysProps {
  value: number[];
  onChange: (days: number[]) => void;
  firstDay: string | undefined;
}

/** An event always occurs on its first day, so the weekday of that day can't be deselected. */
function Weekdays({ value, onChange, firstDay }: WeekdaysProps) {
  const first = firstDay ? weekdayOf(firstDay) : undefined;
  const weekdays = new Set(first ? [...value, first] : value);
  return (
    <Checkbox.Group
      label="On"
      value={[...weekdays].map(String)}
      onChange={(days) =>
        onChange(days.map(Number).filter((day) => day !== first || value.includes(day)))
      }
    >
      <div className={classes.weekdays}>
        {weekdayNames.map((name, index) => (
          <Checkbox
            key={name}
            value={String(index + 1)}
            label={name.slice(0, 3)}
            aria-label={name}
            disabled={index + 1 === first}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
