import { Select, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PayloadField } from "../../../../supabase/functions/_domain/approvals/kinds.ts";
import { peopleNames } from "../../entities/person/queries.ts";
import { formatMoment } from "../../format/dates.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { RecurrenceInput } from "../calendar/recurrence-input.tsx";
import { Choice } from "../portfolio-actions/choice.tsx";
import { Lookup } from "../portfolio-actions/lookups.tsx";
import { type FormValues, periodOf } from "./form-values.ts";
import { linesOf, sectionsIn } from "./payload-values.ts";
import { projectEvents, projectSources } from "./queries.ts";
import { SectionsEditor } from "./sections-editor.tsx";

interface Props {
  field: PayloadField;
  form: UseFormReturnType<FormValues>;
  projectId: string | null;
  isFirst: boolean;
}

const timeZones = Intl.supportedValuesOf("timeZone");

/** The input that fits the type of a field. */
export function PayloadInput({ field, form, projectId, isFirst }: Props) {
  const { name, label, type, required, max } = field;
  const inputProps: InputProps = { label, ...form.getInputProps(name) };
  const commonProps = {
    ...inputProps,
    label,
    withAsterisk: required,
    "data-autofocus": isFirst || undefined,
  };
  switch (type) {
    case "paragraphs":
      return <Textarea {...commonProps} autosize minRows={3} maxRows={16} />;
    case "day":
      return <TextInput {...commonProps} type="date" />;
    case "instant":
      return <TextInput {...commonProps} type="datetime-local" description="In your time zone" />;
    case "hours":
    case "signed_hours":
      return <TextInput {...commonProps} inputMode="decimal" rightSection="h" />;
    case "money":
    case "signed_money":
      return <MoneyInput {...commonProps} />;
    case "time_zone":
      return <Select {...commonProps} searchable limit={50} data={timeZones} />;
    case "emails":
      return (
        <TagsInput
          {...commonProps}
          value={linesOf(inputProps.value)}
          description="Press Enter after each address"
          splitChars={[",", ";", " "]}
          acceptValueOnBlur
          {...(max !== undefined && { maxTags: max })}
          clearable
          clearButtonProps={{ "aria-label": `Remove all ${label.toLowerCase()}` }}
        />
      );
    case "recurrence":
      return (
        <RecurrenceInput
          {...form.getInputProps(name)}
          label={label}
          first={periodOf(form.getValues())}
        />
      );
    case "sections":
      return (
        <SectionsEditor
          label={label}
          value={sectionsIn(inputProps.value)}
          error={inputProps.error}
          onChange={inputProps.onChange}
        />
      );
    case "choice":
      return (
        <Choice
          {...commonProps}
          none={name === "priority" ? "No priority" : "Not set"}
          clearable={!required}
          data={(field.choices ?? []).map((value) => ({
            value,
            label: value.charAt(0).toUpperCase() + value.slice(1),
          }))}
        />
      );
    case "person":
      return <PersonInput {...commonProps} />;
    case "source":
      return <SourceInput {...commonProps} projectId={projectId} />;
    case "event":
      return <EventInput {...commonProps} projectId={projectId} />;
    default:
      return <TextInput {...commonProps} />;
  }
}

interface InputProps {
  label: string;
  value?: string;
  error?: ReactNode;
  onChange: (value: unknown) => void;
}

function MoneyInput(props: object) {
  const { currency } = useViewer().organization;
  return (
    <TextInput {...props} inputMode="decimal" rightSection={currency} rightSectionWidth={48} />
  );
}

function PersonInput(props: InputProps) {
  const names = useQuery(peopleNames).data;
  const viewer = useViewer();
  // The name of the current choice must be known before the input appears.
  if (!names) return null;
  if (!leads(viewer)) {
    return (
      <Choice
        {...props}
        none="Unassigned"
        searchable
        limit={50}
        data={[...names].map(([value, label]) => ({ value, label }))}
      />
    );
  }
  const name = names.get(props.value ?? "");
  return (
    <Lookup
      {...props}
      list="people"
      clearable
      clearButtonProps={{ "aria-label": "Clear person" }}
      initialChoice={name === undefined ? undefined : { value: props.value ?? "", label: name }}
    />
  );
}

function SourceInput({ projectId, ...props }: InputProps & { projectId: string | null }) {
  const sources = useQuery(projectSources(projectId)).data ?? [];
  return (
    <Choice
      {...props}
      none="None"
      searchable
      data={sources.map(({ id, title }) => ({ value: id, label: title }))}
    />
  );
}

function EventInput({ projectId, ...props }: InputProps & { projectId: string | null }) {
  const events = useQuery(projectEvents(projectId)).data ?? [];
  return (
    <Select
      {...props}
      searchable
      allowDeselect={false}
      data={events.map(({ id, summary, starts_at }) => ({
        value: id,
        label: `${summary}, ${formatMoment(starts_at)}`,
      }))}
    />
  );
}
