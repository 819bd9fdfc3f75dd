/** The wording of the rows behind a finding. */
import type { EvidenceFacts, EvidenceType } from "../portfolio/finding-facts.ts";
import { type Format, nameInWords, wordOf } from "./format.ts";
import { streamOf } from "./streams.ts";

/** A row as SQL returns it. */
export type EvidenceRow = {
  [Type in EvidenceType]: { type: Type; facts: EvidenceFacts[Type] };
}[EvidenceType];

export interface RowWords {
  label: string;
  detail: string | null;
}

export function evidenceInWords({ type, facts }: EvidenceRow, format: Format): RowWords {
  return (words[type] as (facts: unknown, format: Format) => RowWords)(facts, format);
}

const words: {
  [Type in EvidenceType]: (facts: EvidenceFacts[Type], format: Format) => RowWords;
} = {
  task: ({ title, status, assignee, due_on, last_activity_on, completed_on }, { day }) => ({
    label: title,
    detail: [
      wordOf(status),
      assignee,
      due_on && `due ${day(due_on)}`,
      last_activity_on && `last activity ${day(last_activity_on)}`,
      completed_on && `completed ${day(completed_on)}`,
    ]
      .filter(Boolean)
      .join(", "),
  }),
  time_entry: ({ hours, person, spent_on, task, note }, { day, number }) => ({
    label: `${number(hours)} h by ${person} on ${day(spent_on)}`,
    detail: task ?? note,
  }),
  status_update: ({ health, person, summary }) => ({
    label: `${nameInWords(health)}, by ${person}`,
    detail: summary,
  }),
  person: ({ name, email }) => ({ label: name, detail: email }),
  client: ({ name, created_at }, { instant }) => ({
    label: name,
    detail: `created ${instant(created_at)}`,
  }),
  import_row: ({ line, reason }, { number }) => ({
    label: `Line ${number(line)}`,
    detail: reason,
  }),
  import_run: ({ file_name, error }) => ({ label: file_name, detail: error }),
  approval: ({ title, error, decided_by }) => ({
    label: title,
    detail: error ?? (decided_by && `approved by ${decided_by}`),
  }),
  document: ({ file_name, version, status, failure_reason }, { number }) => ({
    label: `${file_name}, version ${number(version)}`,
    detail: failure_reason ?? wordOf(status),
  }),
  job: ({ kind, error }) => ({ label: nameInWords(kind), detail: error ?? "Never attempted" }),
  sync_stream: ({ provider, stream, state, completed_at }, { instant }) => ({
    label: streamOf({ provider, stream }),
    detail: completed_at ? `${wordOf(state)}, last read ${instant(completed_at)}` : wordOf(state),
  }),
  estimate_case: (
    { query, low_hours, high_hours, actual_hours, finished_on },
    { day, number },
  ) => ({
    label: query,
    detail: `${number(low_hours)} to ${number(high_hours)} h estimated, ${number(actual_hours)} h by ${day(finished_on)}`,
  }),
};
