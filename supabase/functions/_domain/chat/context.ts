/**
 * What a model is given to answer from: passages that the search found, and the portfolio, within a length.
 * First what the question is about; what did not fit is said. Pure: whoever calls has read both through the
 * scope of the caller.
 */
import type { z } from "zod";
import type { Spine as SpineSchema } from "../portfolio/spine-contract.ts";
import type { Fence } from "./fence.ts";
import type { CitedTable, References } from "./references.ts";
import { clip, isNamedIn } from "./sentences.ts";

export type Spine = z.output<typeof SpineSchema>;
type Project = Spine["projects"][number];

export interface Passage {
  chunkId: string;
  sourceId: string;
  projectId: string;
  kind: string;
  title: string;
  content: string;
  location: Record<string, unknown>;
  occurredAt: string | null;
}

export interface Context {
  text: string;
  projects: number;
  passages: number;
  truncated: boolean;
}

/** Of the length, for passages; the portfolio has the rest, and what passages leave. */
const PASSAGE_SHARE = 0.6;
/** Kept for the last line, which says what is missing. */
const LEFT_OUT_CHARS = 300;

export function buildContext(
  { spine, passages, question }: { spine: Spine; passages: Passage[]; question: string },
  maxChars: number,
  fence: Fence,
  references: References,
): Context {
  const page = new Page(Math.max(maxChars - LEFT_OUT_CHARS, 0));
  const names = new Map(spine.projects.map(({ id, name }) => [id, name]));
  page.add(heading(spine, fence));

  let shown = 0;
  const passagesEnd = page.length + (maxChars - page.length) * PASSAGE_SHARE;
  if (passages.length > 0) page.add("\n# Passages\n");
  for (const passage of passages) {
    const block = (n: number) => passageBlock(n, passage, names, fence);
    // The number counts for the length, and is given only to what fits.
    if (page.length + block(9_999).length > passagesEnd || !page.fits(block(9_999))) break;
    page.add(
      block(
        references.add({
          kind: "chunk",
          id: passage.chunkId,
          sourceId: passage.sourceId,
          title: fence.line(passage.title),
          text: passage.content,
        }),
      ),
    );
    shown += 1;
  }

  const accounts = new Map(spine.accounts.map((account) => [account.id, account]));
  const projects = byRelevance(spine.projects, accounts, passages, question);
  let lines = 0;
  let details = 0;
  page.add("\n# Projects\n");
  // Each by a line before any by its details: that a project is there matters more than how it is.
  for (const project of projects) {
    const account = accounts.get(project.account_id);
    const line = projectLine(project, account, fence);
    if (!page.fits(`[9999] ${line}\n`)) break;
    const n = references.add({
      kind: "row",
      table: "projects",
      id: project.id,
      title: project.name,
      text: line,
    });
    page.add(`[${n}] ${line}\n`);
    lines += 1;
  }
  for (const project of projects.slice(0, lines)) {
    const parts = projectDetails(project, fence);
    if (parts.length === 0) {
      details += 1;
      continue;
    }
    const title = `\n## ${fence.line(project.name)}\n`;
    const needed = title.length + parts.reduce((sum, { text }) => sum + text.length + 8, 0);
    if (!page.fits("x".repeat(needed))) continue;
    page.add(title);
    for (const { text, reference } of parts) {
      page.add(reference ? `[${references.add({ ...reference, text })}] ${text}\n` : `${text}\n`);
    }
    details += 1;
  }

  // How accounts are run, those of the projects that matter most first.
  const profiled = [...new Set(projects.map(({ account_id }) => account_id))]
    .flatMap((id) => accounts.get(id) ?? [])
    .filter(({ operating_profile }) => operating_profile !== null);
  let profiles = 0;
  if (profiled.length > 0) page.add("\n# Accounts\n");
  for (const account of profiled) {
    const text = profileLines(account, fence);
    if (!page.fits(`[9999] ${text}\n`)) continue;
    const { id, name: title } = account;
    page.add(`[${references.add({ kind: "row", table: "accounts", id, title, text })}] ${text}\n`);
    profiles += 1;
  }

  const missing = [
    count(passages.length - shown, "passage that was found", "passages that were found"),
    count(spine.projects.length + spine.left_out.projects - lines, "project", "projects"),
    count(lines - details, "project's details", "projects' details"),
    count(profiled.length - profiles, "account's profile", "accounts' profiles"),
  ].filter((text) => text !== null);
  if (missing.length > 0) page.end(`\nLeft out for length: ${missing.join(", ")}.\n`);
  return {
    text: clip(page.text, maxChars),
    projects: spine.projects.length + spine.left_out.projects,
    passages: shown,
    truncated: missing.length > 0,
  };
}

class Page {
  text = "";
  readonly #maxChars: number;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  get length(): number {
    return this.text.length;
  }

  fits(text: string): boolean {
    return this.text.length + text.length <= this.#maxChars;
  }

  add(text: string): void {
    if (this.fits(text)) this.text += text;
  }

  /** Has its own room. */
  end(text: string): void {
    this.text += text.slice(0, LEFT_OUT_CHARS);
  }
}

function heading({ viewer, as, organization, today }: Spine, fence: Fence): string {
  const person = as ?? viewer;
  return (
    `Today is ${today} (${organization.time_zone}); money is in ${organization.currency}. ` +
    `Who asks: ${fence.line(person.name)}, ${person.role} at ${fence.line(organization.name)}.\n`
  );
}

function passageBlock(
  n: number,
  passage: Passage,
  names: Map<string, string>,
  fence: Fence,
): string {
  const { kind, title, occurredAt, projectId, location, content } = passage;
  const about = [
    `${kind} "${fence.line(title)}"`,
    placeOf(location, fence),
    occurredAt?.slice(0, 10),
    names.has(projectId) ? `project ${fence.line(names.get(projectId) as string)}` : null,
  ];
  return `[${n}] ${about.filter(Boolean).join(", ")}\n${fence.wrap(content)}\n`;
}

/** Where a passage stands, in words: "page 3", "Ann at 00:12:05". */
function placeOf(location: Record<string, unknown>, fence: Fence): string | null {
  const { page, slide, sheet, heading: under, speaker, at } = location;
  if (page !== undefined) return `page ${page}`;
  if (slide !== undefined) return `slide ${slide}`;
  if (sheet !== undefined) return `sheet ${fence.line(String(sheet))}`;
  if (speaker !== undefined) return `${fence.line(String(speaker))}${at ? ` at ${at}` : ""}`;
  return under !== undefined ? `under ${fence.line(String(under))}` : null;
}

type Account = Spine["accounts"][number];

/**
 * Those that the question names first, then those of accounts and clients that it names, then those that passages
 * were found in, then as the spine has them.
 */
function byRelevance(
  projects: Project[],
  accounts: Map<string, Account>,
  passages: Passage[],
  question: string,
): Project[] {
  const named = new Set(
    [...accounts.values()]
      .filter(({ name, client }) => isNamedIn(question, name) || isNamedIn(question, client.name))
      .map(({ id }) => id),
  );
  const found = new Map<string, number>();
  for (const [place, { projectId }] of passages.entries()) {
    found.set(projectId, (found.get(projectId) ?? 0) + 1 / (place + 1));
  }
  const worth = ({ id, name, code, account_id }: Project) =>
    (isNamedIn(question, name) || (code !== null && isNamedIn(question, code)) ? 100 : 0) +
    (named.has(account_id) ? 50 : 0) +
    (found.get(id) ?? 0);
  return projects
    .map((project, place) => ({ project, place, worth: worth(project) }))
    .sort((a, b) => b.worth - a.worth || a.place - b.place)
    .map(({ project }) => project);
}

function projectLine(project: Project, account: Account | undefined, fence: Fence): string {
  const { burn, open_items: open } = project;
  const parts = [
    `Project "${fence.line(project.name)}"${project.code ? ` (${fence.line(project.code)})` : ""}`,
    account && `account ${fence.line(account.name)} of client ${fence.line(account.client.name)}`,
    project.status,
    project.lead?.name && `lead ${fence.line(project.lead.name)}`,
    project.starts_on && `starts ${project.starts_on}`,
    project.due_on && `due ${project.due_on}`,
    project.classification?.tier && `tier ${project.classification.tier}`,
    project.classification?.service_line && fence.line(project.classification.service_line),
    project.classification?.risk && `risk ${project.classification.risk}`,
    burn.budget_hours === null
      ? `${burn.actual_hours} h spent, no budget of hours`
      : `${burn.actual_hours} of ${burn.budget_hours} h spent (${burn.percent_of_budget} %)`,
    `${burn.hours_last_30_days} h in the last 30 days`,
    burn.budget_amount !== null && `budget ${burn.budget_amount}`,
    `${open.open} open tasks, ${open.blocked} blocked, ${open.past_due} past due`,
    project.last_activity_on && `last activity ${project.last_activity_on}`,
  ];
  return parts.filter(Boolean).join("; ");
}

interface Part {
  text: string;
  reference?: { kind: "row"; table: CitedTable; id: string; title: string };
}

function projectDetails(project: Project, fence: Fence): Part[] {
  const parts: Part[] = [];
  const reference = {
    kind: "row",
    table: "projects",
    id: project.id,
    title: project.name,
  } as const;
  if (project.summary) parts.push({ text: `About it:\n${fence.wrap(project.summary)}`, reference });
  for (const update of project.status_updates) {
    const words = [
      update.summary,
      update.risks && `Risks: ${update.risks}`,
      update.next_steps && `Next: ${update.next_steps}`,
    ];
    parts.push({
      text: `Status of ${update.created_at.slice(0, 10)}, ${update.health}: ${fence.line(words.filter(Boolean).join(" "))}`,
      reference: {
        kind: "row",
        table: "status_updates",
        id: update.id,
        title: `${project.name}, ${update.created_at.slice(0, 10)}`,
      },
    });
  }
  for (const task of project.open_tasks) {
    const about = [
      `Task "${fence.line(task.title)}"`,
      task.status,
      task.assignee?.name && `for ${fence.line(task.assignee.name)}`,
      task.due_on && `due ${task.due_on}${task.is_past_due ? " (past due)" : ""}`,
      task.estimate_hours !== null && `estimated ${task.estimate_hours} h`,
    ];
    parts.push({
      text: about.filter(Boolean).join("; "),
      reference: { kind: "row", table: "tasks", id: task.id, title: task.title },
    });
  }
  if (project.people.length > 0) {
    const people = project.people.map(
      ({ name, role, hours_last_30_days: hours }) =>
        `${fence.line(name)} (${role}, ${hours} h in 30 days)`,
    );
    parts.push({ text: `People: ${people.join(", ")}`, reference });
  }
  const happenings = project.activity.map((happening) => happeningIn(happening, fence));
  if (happenings.length > 0) parts.push({ text: `Latest: ${happenings.join("; ")}`, reference });
  const more = project.left_out.open_tasks;
  if (more > 0)
    parts.push({ text: `Not shown: ${count(more, "more open task", "more open tasks")}` });
  return parts;
}

function happeningIn(happening: Project["activity"][number], fence: Fence): string {
  const { on, person } = happening;
  const who = person?.name ? `${fence.line(person.name)} ` : "";
  switch (happening.kind) {
    case "hours":
      return `${on} ${who}spent ${happening.hours} h`;
    case "task_completed":
      return `${on} ${who}completed "${fence.line(happening.title)}"`;
    case "status_update":
      return `${on} ${who}told its status, ${happening.health}`;
    case "classification":
      return `${on} ${who}classified it`;
  }
}

/** How an account is run, on lines that follow its number. */
function profileLines({ name, client, operating_profile: profile }: Account, fence: Fence): string {
  const told = (title: string, lines: (string | null | undefined)[]) => {
    const words = lines.filter(Boolean).map((line) => fence.line(line as string));
    return words.length > 0 ? `${title}: ${words.join("; ")}` : null;
  };
  const contacts = profile?.contacts.map(({ name, role, email, phone }) =>
    [name, role, email, phone].filter(Boolean).join(", "),
  );
  const lines = [
    told("Reports", [profile?.cadence]),
    told("Contacts", contacts ?? []),
    told("Standing facts", profile?.standing_facts ?? []),
    told("Done means", profile?.definition_of_done ?? []),
  ];
  const title = `How account ${fence.line(name)} of client ${fence.line(client.name)} is run`;
  return `${title}\n${fence.wrap(lines.filter(Boolean).join("\n"))}`;
}

function count(number: number, one: string, many: string): string | null {
  return number > 0 ? `${number} ${number === 1 ? one : many}` : null;
}
