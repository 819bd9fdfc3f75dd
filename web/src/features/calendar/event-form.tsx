import { SegmentedControl, Select, TagsInput, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CalendarEvent } from "../../api/calendar-routes.ts";
import { projectListState } from "../../entities/project/project-list-state.ts";
import { projectSummaries } from "../../entities/project/queries.ts";
import { formatPeriod, localTimeZone } from "../../format/dates.ts";
import dialogClasses from "../portfolio-actions/action-dialog.module.css";
import { useDialog } from "../portfolio-actions/action-dialog.tsx";
import { ActionForm } from "../portfolio-actions/action-form.tsx";
import type { Period } from "./day-layout.ts";
import {
  changeOf,
  creationOf,
  type EventValues,
  instantOf,
  movedEnd,
  newEvent,
  periodOf,
  problemsIn,
  valuesOf,
} from "./event-values.ts";
import { colleagues } from "./queries.ts";
import { RecurrenceInput } from "./recurrence-input.tsx";
import { useEventProposal } from "./use-event-proposal.ts";

const timeZones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const MAX_ATTENDEES = 100;

interface NewProps extends Partial<Period> {
  attendees?: string[] | undefined;
  projectId?: string | undefined;
}

/** Proposes a new event in a chosen slot, or at a time that the form asks for. */
export function NewEventForm({ starts_at, ends_at, attendees, projectId }: NewProps) {
  const [initialValues] = useState(() =>
    newEvent(
      {
        ...(starts_at && { starts_at }),
        ...(ends_at && { ends_at }),
        ...(attendees && { attendees }),
        ...(projectId && { project_id: projectId }),
      },
      localTimeZone(),
    ),
  );
  return <EventForm initialValues={initialValues} />;
}

/** Proposes a change to an event. Unchanged fields are not part of the card. */
export function ChangeEventForm({ event }: { event: CalendarEvent }) {
  const [initialValues] = useState(() => valuesOf(event));
  return <EventForm initialValues={initialValues} event={event} />;
}

function EventForm({
  initialValues,
  event,
}: {
  initialValues: EventValues;
  event?: CalendarEvent;
}) {
  const dialog = useDialog();
  const hasTimes = !event?.is_all_day;
  const form = useForm<EventValues>({
    initialValues,
    validate: (values) => problemsIn(values, hasTimes),
  });
  const { propose, isBusy, problem } = useEventProposal(form);
  const { isDirty } = form;
  useEffect(() => dialog.guard(() => isDirty()), [dialog, isDirty]);

  const submit = async (values: EventValues) => {
    const body = event ? changeOf(event, initialValues, values) : creationOf(values);
    if (!body) return dialog.finish();
    await propose(body);
  };
  const values = form.getValues();
  return (
    <ActionForm
      controls={{ form, submit, isBusy, problem }}
      submitLabel={event ? "Propose change" : "Propose event"}
    >
      {event?.series_id && <AppliesTo {...form.getInputProps("applies_to")} />}
      <TextInput
        label="Title"
        withAsterisk
        maxLength={300}
        data-autofocus
        {...form.getInputProps("title")}
      />
      {!event && <ProjectInput {...form.getInputProps("project_id")} />}
      {hasTimes ? (
        <>
          <div className={dialogClasses.pair}>
            <TextInput
              type="datetime-local"
              label="Starts"
              withAsterisk
              {...form.getInputProps("starts")}
              onChange={({ currentTarget: { value } }) => {
                form.setFieldValue("ends", movedEnd(form.getValues(), value));
                form.setFieldValue("starts", value);
              }}
            />
            <TextInput
              type="datetime-local"
              label="Ends"
              withAsterisk
              {...form.getInputProps("ends")}
            />
          </div>
          <Select
            label="Time zone"
            searchable
            allowDeselect={false}
            limit={50}
            nothingFoundMessage="No time zone has this name."
            data={timeZones}
            description={timesInViewerZone(values)}
            {...form.getInputProps("time_zone")}
          />
          {!event && (
            <RecurrenceInput {...form.getInputProps("recurrence")} first={periodOf(values)} />
          )}
        </>
      ) : (
        <Text size="sm" c="dimmed">
          Change the days of an all-day event in its calendar.
        </Text>
      )}
      <Attendees {...form.getInputProps("attendees")} />
      <TextInput label="Location" maxLength={300} {...form.getInputProps("location")} />
      <Textarea
        label={event ? "New description" : "Description"}
        description={event && "Leave it empty to keep the current one."}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={8000}
        {...form.getInputProps("description")}
      />
    </ActionForm>
  );
}

/** The same times in the viewer's zone, if the form uses another one. */
function timesInViewerZone({ starts, ends, time_zone }: EventValues): string | undefined {
  const start = instantOf(starts, time_zone);
  const end = instantOf(ends, time_zone);
  if (time_zone === localTimeZone() || !start || !end || end <= start) return undefined;
  return `In your time zone: ${formatPeriod(start, end)}`;
}

interface InputProps<Value> {
  value?: Value;
  onChange?: (value: Value) => void;
}

/** Whether a change applies to one event of a series or to all of them. */
export function AppliesTo(props: InputProps<string>) {
  return (
    <SegmentedControl
      {...props}
      aria-label="Events of the series"
      data={[
        { value: "this", label: "This event" },
        { value: "all", label: "All events of the series" },
      ]}
    />
  );
}

function ProjectInput({ value, onChange, ...props }: InputProps<string>) {
  const projects = useQuery(projectSummaries);
  return (
    <Select
      {...props}
      label="Project"
      withAsterisk
      searchable
      limit={50}
      {...projectListState(projects)}
      value={value || null}
      onChange={(id) => onChange?.(id ?? "")}
      data={(projects.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function Attendees(props: InputProps<string[]>) {
  const people = useQuery(colleagues).data ?? [];
  return (
    <TagsInput
      openOnFocus={false}
      {...props}
      label="Attendees"
      description="Email addresses. Press Enter after each one."
      splitChars={[",", ";", " "]}
      acceptValueOnBlur
      maxTags={MAX_ATTENDEES}
      limit={20}
      clearable
      clearButtonProps={{ "aria-label": "Remove all attendees" }}
      data={people.map(({ email }) => email)}
    />
  );
}
