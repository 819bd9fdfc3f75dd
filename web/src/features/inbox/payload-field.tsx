import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  type PayloadField,
  payloadFields,
} from "../../../../supabase/functions/_domain/approvals/kinds.ts";
import type { ApprovalKind } from "../../api/approval-routes.ts";
import { peopleNames } from "../../entities/person/queries.ts";
import { formatDayAndWeekday, formatMoment } from "../../format/dates.ts";
import { formatExactHours, formatMoney } from "../../format/numbers.ts";
import { useViewer } from "../../session/viewer.ts";
import { RecurrenceSummary } from "../calendar/recurrence-summary.tsx";
import { recurrenceIn } from "../calendar/recurrence-values.ts";
import { CardLink } from "./card-links.tsx";
import { Moment, useFirstEvent } from "./moment.tsx";
import classes from "./payload.module.css";
import { linesOf, sectionsIn } from "./payload-values.ts";
import { eventSummary, sourceTitle } from "./queries.ts";

/** A card that withdraws or restores a publication shows only that. */
const undoFields: readonly PayloadField[] = [
  { name: "withdraw", label: "Withdraws", type: "card", required: false },
  { name: "restore", label: "Restores", type: "card", required: false },
];

/** The fields of a kind, in the order in which a person reads them. */
export function fieldsOf(kind: ApprovalKind): readonly PayloadField[] {
  return [...payloadFields[kind], ...undoFields];
}

interface Props {
  field: Pick<PayloadField, "type">;
  value: unknown;
}

/** One value of a payload for a reader. Always plain text, whatever it contains. */
export function FieldValue({ field: { type }, value }: Props): ReactNode {
  if (value === null || value === undefined || value === "") {
    return <span className={classes.none}>Nothing</span>;
  }
  switch (type) {
    case "paragraphs":
      return <div className={classes.text}>{String(value)}</div>;
    case "day":
      return formatDayAndWeekday(String(value));
    case "instant":
      return <Moment at={String(value)} />;
    case "hours":
      return `${formatExactHours(Number(value))} h`;
    case "signed_hours":
      return `${signOf(value)}${formatExactHours(Number(value))} h`;
    case "money":
    case "signed_money":
      return <Money value={Number(value)} isSigned={type === "signed_money"} />;
    case "emails":
      return <Lines value={value} />;
    case "recurrence":
      return <Repetition value={value} />;
    case "sections":
      return <Sections value={value} />;
    case "choice":
      return capitalize(String(value));
    case "person":
      return <PersonName id={String(value)} />;
    case "source":
      return <SourceTitle id={String(value)} />;
    case "event":
      return <EventSummary id={String(value)} />;
    case "card":
      return <CardLink id={String(value)}>an earlier card</CardLink>;
    default:
      if (Array.isArray(value)) return <Lines value={value} />;
      return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
}

function Lines({ value }: { value: unknown }) {
  return (
    <ul className={classes.list}>
      {linesOf(value).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Repetition({ value }: { value: unknown }) {
  const first = useFirstEvent();
  const recurrence = recurrenceIn(value);
  if (!recurrence) return <span className={classes.none}>Nothing</span>;
  return <RecurrenceSummary recurrence={recurrence} first={first} />;
}

function Money({ value, isSigned }: { value: number; isSigned: boolean }) {
  const { currency } = useViewer().organization;
  const amount = formatMoney(value, currency);
  return `${isSigned ? signOf(value) : ""}${amount}`;
}

function Sections({ value }: { value: unknown }) {
  return (
    <div className={classes.sections}>
      {sectionsIn(value).map(({ heading, body }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is identified by its position
        <section key={index}>
          <h4>{heading || "No heading"}</h4>
          <div className={classes.text}>{body}</div>
        </section>
      ))}
    </div>
  );
}

function PersonName({ id }: { id: string }) {
  const names = useQuery(peopleNames).data;
  return names ? (names.get(id) ?? "A person outside your organization") : "…";
}

function SourceTitle({ id }: { id: string }) {
  const { data, isSuccess } = useQuery(sourceTitle(id));
  return isSuccess ? (data ?? "A file outside your projects") : "…";
}

function EventSummary({ id }: { id: string }) {
  const { data, isSuccess } = useQuery(eventSummary(id));
  if (!isSuccess) return "…";
  return data
    ? `${data.summary}, ${formatMoment(data.starts_at, data.time_zone)}`
    : "An event outside your projects";
}

/** Adds a plus sign to a positive number; a negative one already has its minus sign. */
function signOf(value: unknown): string {
  return Number(value) > 0 ? "+" : "";
}

function capitalize(word: string): string {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}
