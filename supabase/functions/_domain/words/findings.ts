/**
 * The wording of findings. SQL returns a code and facts, and the console, the API and the assistant show these
 * sentences.
 */
import type { FindingCode, FindingFacts } from "../portfolio/finding-facts.ts";
import { cadenceInWords } from "./cadence.ts";
import { fieldNamesInWords } from "./changes.ts";
import { countInWords, type Format, nameInWords, wordOf } from "./format.ts";
import { fromVendor, streamOf } from "./streams.ts";

interface Words<Facts> {
  title: string;
  settledBy: string;
  /** `subject` is the name of the finding's subject, such as a project, card or file. */
  why(facts: Facts, format: Format, subject: string): string;
}

const hours = (value: number, format: Format) => countInWords(value, format, "hour");
const hoursSpent = (value: number, format: Format, adverb = "") =>
  `${hours(value, format)} ${have(value)} ${adverb}been spent`;
const days = (value: number, format: Format) => countInWords(value, format, "day");
const have = (count: number) => (count === 1 ? "has" : "have");
const are = (count: number) => (count === 1 ? "is" : "are");

/** "3 of 5 open tasks". */
const ofOpenTasks = (count: number, open: number, format: Format) =>
  `${format.number(count)} of ${countInWords(open, format, "open task")}`;

const ofBudget = (facts: { actual_hours: number; budget_hours: number }, format: Format) =>
  `${hoursSpent(facts.actual_hours, format)} against a budget of ${hours(facts.budget_hours, format)}`;

const VENDORS_TASKS = "Tasks that a vendor manages are changed at the vendor.";

const withoutFullStop = (sentence: string) => sentence.replace(/\.+$/, "");

const words: { [Code in FindingCode]: Words<FindingFacts[Code]> } = {
  project_over_budget: {
    title: "Over budget",
    settledBy: "Agree on a larger budget with the client, or move hours that belong elsewhere.",
    why: (facts, format) =>
      `${ofBudget(facts, format)}, which is ${format.number(facts.actual_hours - facts.budget_hours)} over.`,
  },
  project_past_due: {
    title: "Past its due date",
    settledBy: "Set a new due date, or complete the project.",
    why: ({ due_on, days_late, status }, format) =>
      `The project was due on ${format.day(due_on)}, ${days(days_late, format)} ago, and is still ${wordOf(status)}.`,
  },
  status_contradicted: {
    title: "Status contradicts the figures",
    settledBy: "Post a status that takes the figures into account.",
    why: ({ status_on, due_on, days_late, actual_hours, budget_hours }, format) => {
      const facts = [
        budget_hours !== undefined &&
          actual_hours > budget_hours &&
          ofBudget({ actual_hours, budget_hours }, format),
        due_on && days_late && `the project was due on ${format.day(due_on)}`,
      ];
      return `The status posted on ${format.day(status_on)} is on track, but ${facts.filter(Boolean).join(" and ")}.`;
    },
  },
  project_without_lead: {
    title: "No lead",
    settledBy: "Name a lead for the project.",
    why: ({ status }) => `The project is ${wordOf(status)}, and nobody is responsible for it.`,
  },
  project_lead_left: {
    title: "The lead has left",
    settledBy: "Name another lead for the project.",
    why: ({ lead_name }) => `${lead_name} leads the project and has left.`,
  },
  import_failed: {
    title: "An import failed",
    settledBy: "Import a corrected file.",
    why: ({ file_name, error }) => `The import of ${file_name} failed${error ? `: ${error}` : "."}`,
  },
  approval_unknown: {
    title: "Result unknown",
    settledBy: "Wait for the next automatic check, or open the card to see what is known.",
    why: ({ error }, _, subject) => `${subject}: ${error}`,
  },
  approval_failed: {
    title: "An approved card failed",
    settledBy: "Open the card, then execute it again, edit it or reject it.",
    why: ({ error }, _, subject) => `${subject}: ${error}`,
  },
  job_dead: {
    title: "Background work gave up",
    settledBy:
      "Fix the cause of the background worker's error. Work that belongs to a card can be executed again there.",
    why: ({ kind, attempt, error }, format) =>
      `${nameInWords(kind)} gave up after attempt ${format.number(attempt)}: ${error}`,
  },
  document_stuck: {
    title: "Document not processed",
    settledBy: "Upload the file again, or check that the background worker is running.",
    why: ({ file_name, waits_since }, format) =>
      `${file_name} has waited since ${format.instant(waits_since)}, and no job will process it.`,
  },
  job_waiting: {
    title: "Background work is waiting",
    settledBy:
      "Check that the background functions are running and that the vault has their address.",
    why: ({ kind, due_since }, format) =>
      `${nameInWords(kind)} has been due since ${format.instant(due_since)}, and no worker has taken it.`,
  },
  document_file_changed: {
    title: "A stored file was replaced",
    settledBy:
      "Upload the file again as a new version, restore its original bytes, or archive the document.",
    why: ({ file_name }) =>
      `The stored file ${file_name} differs from the one that was uploaded, so it can't be opened.`,
  },
  sync_needs_reconnect: {
    title: "A vendor rejects our access",
    settledBy: "Connect the vendor again.",
    why: (facts) =>
      `The sync of ${streamOf(facts)} has stopped, because the vendor no longer accepts our credentials.`,
  },
  sync_removals_held: {
    title: "Removals are waiting for a decision",
    settledBy: "Open the card: approve it to remove the records, or reject it to keep them.",
    why: ({ removals, ...stream }, format) =>
      `${fromVendor(removals, stream, format)} ${are(removals)} to be removed. ${removals === 1 ? "It stays until its" : "They stay until their"} card is decided.`,
  },
  project_near_budget: {
    title: "Near its budget",
    settledBy: "Agree on a larger budget, or end the work before the hours run out.",
    why: (facts, format) => `${ofBudget(facts, format)}: ${format.percent(facts.spent_percent)}.`,
  },
  project_over_estimate: {
    title: "More hours than estimated",
    settledBy: `Correct the estimates of the tasks. ${VENDORS_TASKS}`,
    why: (
      { actual_hours, estimate_hours, tasks, tasks_without_estimate: withoutEstimate },
      format,
    ) => {
      const gap = `${format.number(withoutEstimate)} of ${countInWords(tasks, format, "task")} ${have(withoutEstimate)} no estimate`;
      return `${hoursSpent(actual_hours, format)} on work estimated at ${hours(estimate_hours, format)}${withoutEstimate > 0 ? `; ${gap}` : ""}.`;
    },
  },
  status_overdue: {
    title: "Status overdue",
    settledBy: "Post a status update.",
    why: ({ status_age_days, status_current_days, cadence }, format) =>
      `The last status is ${days(status_age_days, format)} old; ${
        cadence
          ? `the client expects one ${cadenceInWords[cadence]}.`
          : `without an agreed schedule, a status is current for ${days(status_current_days, format)}.`
      }`,
  },
  status_missing: {
    title: "No status yet",
    settledBy: "Post a first status update.",
    why: ({ cadence }) =>
      cadence
        ? `The client expects a status ${cadenceInWords[cadence]}, and the project's health is unknown until someone posts one.`
        : "The project's health is unknown until someone posts a status.",
  },
  open_tasks_past_due: {
    title: "Open tasks past due",
    settledBy: `Close the tasks or move their due dates. ${VENDORS_TASKS}`,
    why: ({ past_due, open_tasks, earliest_due_on }, format) =>
      `${ofOpenTasks(past_due, open_tasks, format)} ${are(past_due)} past due. ${past_due === 1 ? "It was" : "The earliest was"} due on ${format.day(earliest_due_on)}.`,
  },
  open_items_stale: {
    title: "Open tasks without recent activity",
    settledBy: `Log hours on the tasks, or close them. ${VENDORS_TASKS}`,
    why: ({ stale, open_tasks, window_days }, format) =>
      `${ofOpenTasks(stale, open_tasks, format)} ${have(stale)} had no activity for more than ${days(window_days, format)}.`,
  },
  open_items_unverified: {
    title: "Open tasks without recorded activity",
    settledBy: `Give the tasks a start, an estimate or hours, or close them. ${VENDORS_TASKS}`,
    why: ({ unverified, open_tasks }, format) =>
      `${ofOpenTasks(unverified, open_tasks, format)} ${have(unverified)} no recorded activity.`,
  },
  tasks_owner_left: {
    title: "Open tasks of people who left",
    settledBy: `Assign the tasks to others. ${VENDORS_TASKS}`,
    why: ({ owner_left, open_tasks }, format) =>
      `${ofOpenTasks(owner_left, open_tasks, format)} ${are(owner_left)} assigned to people who have left.`,
  },
  tasks_without_owner: {
    title: "Open tasks without an assignee",
    settledBy: `Assign the tasks. ${VENDORS_TASKS}`,
    why: ({ without_owner, open_tasks }, format) =>
      `${ofOpenTasks(without_owner, open_tasks, format)} ${have(without_owner)} no assignee.`,
  },
  project_without_recent_activity: {
    title: "No recent activity",
    settledBy:
      "Log hours on the project, or post a status; or put the project on hold, complete it or cancel it.",
    why: ({ last_activity_on, quiet_days }, format) =>
      last_activity_on && quiet_days !== null
        ? `The project has had no activity for ${days(quiet_days, format)}, since ${format.day(last_activity_on)}.`
        : "The project has no recorded activity.",
  },
  project_without_budget: {
    title: "No budget",
    settledBy: "Set a budget in hours or money.",
    why: ({ actual_hours }, format) =>
      `The project has no budget in hours or money; ${hoursSpent(actual_hours, format)}.`,
  },
  project_without_tasks: {
    title: "No tasks",
    settledBy: "Create the tasks of this project, or import a file with them.",
    why: ({ actual_hours }, format) =>
      `The project has no tasks; ${hoursSpent(actual_hours, format)}.`,
  },
  open_tasks_on_ended_project: {
    title: "Open tasks on an ended project",
    settledBy: "Close the tasks, or make the project active again.",
    why: ({ status, open_tasks }, format) =>
      `The project is ${wordOf(status)}, but ${countInWords(open_tasks, format, "task")} ${are(open_tasks)} open.`,
  },
  unmatched_import_lines: {
    title: "Lines that an import skipped",
    settledBy: "Open the import to see the lines, correct them in the file and import it again.",
    why: ({ file_name, skipped }, format) =>
      `The import skipped ${countInWords(skipped, format, "line")} of ${file_name}.`,
  },
  duplicate_clients: {
    title: "Clients with the same name",
    settledBy: "Rename or archive one of them.",
    why: ({ names }, format) =>
      `${countInWords(names.length, format, "client")} seem to have the same name: ${names.join(", ")}.`,
  },
  approval_resting: {
    title: "Approved but not executed",
    settledBy: "Open the card and execute it.",
    why: ({ approved_at, requested_at, error }, format, subject) =>
      requested_at
        ? `${subject}: execution was requested on ${format.instant(requested_at)} and has not happened yet: ${
            error ? withoutFullStop(error) : "no worker has taken it"
          }.`
        : `${subject}: approved on ${format.instant(approved_at)}, not executed since.`,
  },
  document_failed: {
    title: "A document could not be read",
    settledBy:
      "Open the documents of the project. Upload the file in another format, or archive the document.",
    why: ({ file_name, reason }) => `${file_name}: ${reason}`,
  },
  sync_stale: {
    title: "Vendor data is out of date",
    settledBy: "Check the last runs of the sync, and whether the vendor can be reached.",
    why: ({ fresh_at, ...stream }, format) =>
      `${streamOf(stream)} have not been read completely since ${format.instant(fresh_at)}.`,
  },
  sync_dead_letters: {
    title: "Records were not applied",
    settledBy: "Correct each record at the vendor, or remove the obstacle here and retry.",
    why: ({ records, ...stream }, format) =>
      `${fromVendor(records, stream, format)} could not be applied.`,
  },
  sync_storage_full: {
    title: "No room for more emails",
    settledBy:
      "Ask the operator to raise SERVICE_EMAIL_MIB_PER_ORGANIZATION. New emails wait in the mailbox until then.",
    why: ({ limit_mib, ...stream }, format) =>
      `${streamOf(stream)} are no longer read, because the stored emails have reached the limit of ${format.number(limit_mib)} MiB.`,
  },
  sync_unassigned_emails: {
    title: "Emails without a project",
    settledBy: "Assign each email to its project, or reject it.",
    why: ({ emails, ...stream }, format) =>
      `${fromVendor(emails, stream, format)} ${emails === 1 ? "waits" : "wait"} for a project. Search finds ${emails === 1 ? "it once it is" : "them once they are"} assigned.`,
  },
  estimates_outside_band: {
    title: "Estimates miss their range",
    settledBy:
      "Open the calibration under Estimates, and the saved estimates behind it. New ranges adapt to the misses automatically.",
    why: ({ groups }, format) => {
      const [{ kind, name, cases, covered_percent, low_percent, high_percent }, ...otherGroups] =
        groups as [(typeof groups)[number], ...typeof groups];
      const about = kind === "all" ? "" : ` in the ${kind} ${name}`;
      const otherGroupsText =
        otherGroups.length > 0
          ? ` ${countInWords(otherGroups.length, format, "more group")} ${are(otherGroups.length)} also outside the expected range.`
          : "";
      return `${format.percent(covered_percent)} of ${countInWords(cases, format, "estimate")}${about} contained the actual hours. For ranges of ${format.percent(80)}, ${format.percent(low_percent)} to ${format.percent(high_percent)} is expected.${otherGroupsText}`;
    },
  },
  sync_unmatched_meetings: {
    title: "Meetings without a project",
    settledBy: "Assign each meeting to its project, or to none.",
    why: ({ meetings, ...stream }, format) =>
      `${fromVendor(meetings, stream, format)} ${meetings === 1 ? "waits" : "wait"} for a project. Search finds ${meetings === 1 ? "it once it is" : "them once they are"} assigned.`,
  },
  planned_project_under_way: {
    title: "Planned, but under way",
    settledBy: "Make the project active.",
    why: ({ actual_hours }, format) =>
      `The project is planned, but ${hoursSpent(actual_hours, format, "already ")} on it.`,
  },
  project_without_open_tasks: {
    title: "Nothing left to do",
    settledBy: "Complete the project, or plan its next tasks.",
    why: ({ tasks }, format) =>
      `The project is active, and ${tasks === 1 ? "its only task is" : `all of its ${format.number(tasks)} tasks are`} closed.`,
  },
  hours_without_task: {
    title: "Hours without a task",
    settledBy: "Give each entry a task, in the week of its person under Hours.",
    why: ({ without_task, actual_hours }, format) =>
      `${format.number(without_task)} of ${hours(actual_hours, format)} belong to no task.`,
  },
  hours_in_future: {
    title: "Hours dated in the future",
    settledBy: "Correct the day of each entry, in the week of its person under Hours.",
    why: ({ entries, last_spent_on }, format) =>
      `${countInWords(entries, format, "time entry", "time entries")} ${are(entries)} dated after today, the last on ${format.day(last_spent_on)}.`,
  },
  document_not_uploaded: {
    title: "A file that was never uploaded",
    settledBy: "Open the documents of the project. Upload the file again, or archive the document.",
    why: ({ file_name, announced_at }, format) =>
      `The upload of ${file_name} began on ${format.instant(announced_at)} and was never completed.`,
  },
  sync_conflicts: {
    title: "Changed here and at the vendor",
    settledBy:
      "Compare the records with the vendor, whose values apply. Correct them there, or settle the finding.",
    why: ({ records, fields, ...stream }, format) =>
      `${fromVendor(records, stream, format)} changed here and at the vendor. The vendor's newer values won: ${fieldNamesInWords(fields)}.`,
  },
  crm_records_to_review: {
    title: "CRM records are waiting for a decision",
    settledBy: "Open Settings, Integrations. Link, create or dismiss each company and deal.",
    why: ({ records, ...stream }, format) =>
      `${fromVendor(records, stream, format)} ${records === 1 ? "matches" : "match"} no ${stream.stream === "deals" ? "project" : "client"}.`,
  },
};

/** A finding as SQL returns it. */
export type FindingRow = {
  [Code in FindingCode]: {
    code: Code;
    facts: FindingFacts[Code];
    subject: { name: string };
  };
}[FindingCode];

export const isFindingCode = (code: string): code is FindingCode => Object.hasOwn(words, code);

export const findingTitle = (code: FindingCode): string => words[code].title;

export const findingSettledBy = (code: FindingCode): string => words[code].settledBy;

/** The reason for a finding, as a sentence with the figures. */
export function findingReason({ code, facts, subject }: FindingRow, format: Format): string {
  return (words[code] as Words<typeof facts>).why(facts, format, subject.name);
}
