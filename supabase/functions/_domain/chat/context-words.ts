/** Passages, projects and accounts as the model reads them: a few lines each. */
import type { Format } from "../words/format.ts";
import type { Outline, Passage, Spine } from "./context.ts";
import type { Fence } from "./fence.ts";
import type { CitedTable } from "./references.ts";

type Project = Spine["projects"][number];
type Lists = Pick<Project, "open_tasks" | "people" | "status_updates" | "activity" | "left_out">;
/** A project by its figures; its lists are null, and so is its summary, unless it was read in full. */
export type Line = Omit<Project, keyof Lists> & { [K in keyof Lists]: Lists[K] | null };
type Account = Spine["accounts"][number];

export function heading({ viewer, as, organization, today }: Outline, fence: Fence): string {
  const person = as ?? viewer;
  return (
    `Today is ${today} (${organization.time_zone}); money is in ${organization.currency}. ` +
    `Who asks: ${fence.line(person.name)}, ${person.role} at ${fence.line(organization.name)}.\n`
  );
}

export function passageBlock(
  n: number,
  passage: Passage,
  names: Map<string, string>,
  fence: Fence,
): string {
  const { kind, title, occurredAt, projectId, location, content } = passage;
  const about = [
    `${kind} "${fence.line(title)}"`,
    locationInWords(location, fence),
    occurredAt?.slice(0, 10),
    names.has(projectId) ? `project ${fence.line(names.get(projectId) as string)}` : null,
  ];
  return `[${n}] ${about.filter(Boolean).join(", ")}\n${fence.wrap(content)}\n`;
}

/** The location of a passage, in words: "page 3", "Ann at 00:12:05". */
function locationInWords(location: Record<string, unknown>, fence: Fence): string | null {
  const { page, slide, sheet, heading: under, speaker, at } = location;
  if (page !== undefined) return `page ${page}`;
  if (slide !== undefined) return `slide ${slide}`;
  if (sheet !== undefined) return `sheet ${fence.line(String(sheet))}`;
  if (speaker !== undefined) return `${fence.line(String(speaker))}${at ? ` at ${at}` : ""}`;
  return under !== undefined ? `under ${fence.line(String(under))}` : null;
}

export function projectLine(
  project: Line,
  account: Account | undefined,
  fence: Fence,
  format: Format,
): string {
  const { burn, open_items: open } = project;
  const parts = [
    `Project "${fence.line(project.name)}"${project.code ? ` (${fence.line(project.code)})` : ""}`,
    account && `account ${fence.line(account.name)} of client ${fence.line(account.client.name)}`,
    project.status,
    project.lead?.name && `lead ${fence.line(project.lead.name)}`,
    project.starts_on && `starts ${format.day(project.starts_on)}`,
    project.due_on && `due ${format.day(project.due_on)}`,
    project.classification?.tier && `tier ${project.classification.tier}`,
    project.classification?.service_line && fence.line(project.classification.service_line),
    project.classification?.risk && `risk ${project.classification.risk}`,
    burn.budget_hours === null
      ? `${burn.actual_hours} h spent, no budget of hours`
      : `${burn.actual_hours} of ${burn.budget_hours} h spent (${burn.percent_of_budget}%)`,
    `${burn.hours_last_30_days} h in the last 30 days`,
    burn.budget_amount !== null && `budget ${burn.budget_amount}`,
    `${open.open} open tasks, ${open.blocked} blocked, ${open.past_due} past due`,
    project.last_activity_on && `last activity ${format.day(project.last_activity_on)}`,
  ];
  return parts.filter(Boolean).join("; ");
}

interface Part {
  text: string;
  reference?: { kind: "row"; table: CitedTable; id: string; title: string };
}

export function projectDetails(project: Line, fence: Fence, format: Format): Part[] {
  const parts: Part[] = [];
  const reference = {
    kind: "row",
    table: "projects",
    id: project.id,
    title: project.name,
  } as const;
  if (project.summary) parts.push({ text: `About it:\n${fence.wrap(project.summary)}`, reference });
  for (const update of project.status_updates ?? []) {
    const words = [
      update.summary,
      update.risks && `Risks: ${update.risks}`,
      update.next_steps && `Next: ${update.next_steps}`,
    ];
    parts.push({
      text: `Status of ${format.day(update.created_at.slice(0, 10))}, ${update.health}: ${fence.line(words.filter(Boolean).join(" "))}`,
      reference: {
        kind: "row",
        table: "status_updates",
        id: update.id,
        title: `${project.name}, ${update.created_at.slice(0, 10)}`,
      },
    });
  }
  for (const task of project.open_tasks ?? []) {
    const about = [
      `Task "${fence.line(task.title)}"`,
      task.status,
      task.assignee?.name && `for ${fence.line(task.assignee.name)}`,
      task.due_on && `due ${format.day(task.due_on)}${task.is_past_due ? " (past due)" : ""}`,
      task.estimate_hours !== null && `estimated ${task.estimate_hours} h`,
    ];
    parts.push({
      text: about.filter(Boolean).join("; "),
      reference: { kind: "row", table: "tasks", id: task.id, title: task.title },
    });
  }
  if (project.people && project.people.length > 0) {
    const people = project.people.map(
      ({ name, role, hours_last_30_days: hours }) =>
        `${fence.line(name)} (${role}, ${hours} h in 30 days)`,
    );
    parts.push({ text: `People: ${people.join(", ")}`, reference });
  }
  const activity = (project.activity ?? []).map((entry) => activityInWords(entry, fence, format));
  if (activity.length > 0) parts.push({ text: `Latest: ${activity.join("; ")}`, reference });
  const omittedCount = project.left_out?.open_tasks ?? 0;
  if (omittedCount > 0)
    parts.push({ text: `Not shown: ${count(omittedCount, "more open task", "more open tasks")}` });
  return parts;
}

function activityInWords(entry: Project["activity"][number], fence: Fence, format: Format): string {
  const { person } = entry;
  const on = format.day(entry.on);
  const who = person?.name ? `${fence.line(person.name)} ` : "";
  switch (entry.kind) {
    case "hours":
      return `${on} ${who}spent ${entry.hours} h`;
    case "task_completed":
      return `${on} ${who}completed "${fence.line(entry.title)}"`;
    case "status_update":
      return `${on} ${who}reported its status, ${entry.health}`;
    case "classification":
      return `${on} ${who}classified it`;
  }
}

/** How an account is run, on lines that follow its number. */
export function profileLines(
  { name, client, operating_profile: profile }: Account,
  fence: Fence,
): string {
  const addSection = (title: string, lines: (string | null | undefined)[]) => {
    const words = lines.filter(Boolean).map((line) => fence.line(line as string));
    return words.length > 0 ? `${title}: ${words.join("; ")}` : null;
  };
  const contacts = profile?.contacts.map(({ name, role, email, phone }) =>
    [name, role, email, phone].filter(Boolean).join(", "),
  );
  const lines = [
    addSection("Reports", [profile?.cadence]),
    addSection("Contacts", contacts ?? []),
    addSection("Key facts", profile?.standing_facts ?? []),
    addSection("Done means", profile?.definition_of_done ?? []),
  ];
  const title = `How account ${fence.line(name)} of client ${fence.line(client.name)} is run`;
  return `${title}\n${fence.wrap(lines.filter(Boolean).join("\n"))}`;
}

export function count(number: number, one: string, many: string): string | null {
  return number > 0 ? `${number} ${number === 1 ? one : many}` : null;
}
