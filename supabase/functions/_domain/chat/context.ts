/**
 * The context of a model: passages from search and the portfolio, up to a maximum length. The subject of the question
 * comes first, and the last line reports omissions. This module reads nothing itself: its caller has read everything
 * within the viewer's scope.
 */
import type { z } from "zod";
import type { Spine as SpineSchema } from "../portfolio/spine-contract.ts";
import { type Format, isoFormat } from "../words/format.ts";
import {
  count,
  heading,
  type Line,
  passageBlock,
  profileLines,
  projectDetails,
  projectLine,
} from "./context-words.ts";
import type { Fence } from "./fence.ts";
import type { References } from "./references.ts";
import { clip, isNamedIn } from "./sentences.ts";

export type Spine = z.output<typeof SpineSchema>;
type Account = Spine["accounts"][number];

/** A spine in which projects may have only their figures. */
export interface Outline
  extends Pick<Spine, "viewer" | "as" | "organization" | "today" | "accounts"> {
  projects: Line[];
  left_out: Pick<Spine["left_out"], "projects">;
}

export interface Passage {
  passageId: string;
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

/** The share of the length for passages; the portfolio gets the rest, and the part that passages leave unused. */
const PASSAGE_SHARE = 0.6;
/** Reserved for the last line, which reports omissions. */
const LEFT_OUT_CHARS = 300;
/** The usual lengths of a passage, a line and details. They only determine how much is read ahead. */
const USUAL_CHARS = { passage: 1_000, line: 220, details: 1_200 };
const FEWEST_AHEAD = 4;

interface Material {
  spine: Outline;
  passages: Passage[];
  question: string;
  /** How the facts of projects are written; ISO days if absent. */
  format?: Format;
}

/** Builds the context from a spine in which every project was read in full. */
export function buildContext(
  material: Material & { spine: Spine },
  maxChars: number,
  fence: Fence,
  references: References,
): Context {
  const page = new ContextPage(material, maxChars, fence, references);
  page.addDetails(material.spine.projects);
  return page.end();
}

/**
 * Builds the context step by step: first the heading, the passages and a line for each project; then, while there is
 * room, the details of the projects that were read.
 */
export class ContextPage {
  readonly #page: Page;
  readonly #fence: Fence;
  readonly #references: References;
  readonly #format: Format;
  readonly #count: { projects: number; passages: number; shownPassages: number; lines: number };
  /** Projects with a line whose details have not been tried yet, the most relevant first. */
  #pending: Line[];
  /** Accounts with an operating profile, those of the most relevant projects first. */
  readonly #profiled: Account[];
  #details = 0;
  #detailChars = 0;
  #isFull = false;

  constructor(
    { spine, passages, question, format = isoFormat }: Material,
    maxChars: number,
    fence: Fence,
    references: References,
  ) {
    this.#format = format;
    this.#fence = fence;
    this.#references = references;
    this.#page = new Page(maxChars);
    this.#page.add(heading(spine, fence));
    const names = new Map(spine.projects.map(({ id, name }) => [id, name]));
    const shownPassages = this.#addPassages(passages, names);
    const projects = byRelevance(spine.projects, spine.accounts, passages, question);
    const accounts = new Map(spine.accounts.map((account) => [account.id, account]));
    this.#profiled = [...new Set(projects.map(({ account_id }) => account_id))]
      .flatMap((id) => accounts.get(id) ?? [])
      .filter(({ operating_profile }) => operating_profile !== null);
    this.#pending = projects.slice(0, this.#addLines(projects, accounts));
    this.#count = {
      projects: spine.projects.length + spine.left_out.projects,
      passages: passages.length,
      shownPassages,
      lines: this.#pending.length,
    };
  }

  #addPassages(passages: Passage[], names: Map<string, string>): number {
    const page = this.#page;
    let passageCount = 0;
    const passagesEnd = page.length + (page.wholeChars - page.length) * PASSAGE_SHARE;
    if (passages.length > 0) page.add("\n# Passages\n");
    for (const passage of passages) {
      const block = (n: number) => passageBlock(n, passage, names, this.#fence);
      // The number counts towards the length, and only passages that fit get one.
      const longest = block(9_999);
      if (page.length + longest.length > passagesEnd || !page.fits(longest)) break;
      page.add(
        block(
          this.#references.add({
            kind: "chunk",
            id: passage.passageId,
            sourceId: passage.sourceId,
            title: this.#fence.line(passage.title),
            text: passage.content,
          }),
        ),
      );
      passageCount += 1;
    }
    return passageCount;
  }

  /** Every project gets a line before any gets details, because its existence matters more than its state. */
  #addLines(projects: Line[], accounts: Map<string, Account>): number {
    const page = this.#page;
    let lines = 0;
    page.add("\n# Projects\n");
    for (const project of projects) {
      const account = accounts.get(project.account_id);
      const line = projectLine(project, account, this.#fence, this.#format);
      if (!page.fits(`[9999] ${line}\n`)) break;
      const n = this.#references.add({
        kind: "row",
        table: "projects",
        id: project.id,
        title: project.name,
        text: line,
      });
      page.add(`[${n}] ${line}\n`);
      lines += 1;
    }
    return lines;
  }

  /** The ids of the projects whose details come next, about as many as fit; empty if there is no room left. */
  nextProjectIds(): string[] {
    if (this.#isFull) return [];
    const averageChars =
      this.#details > 0 ? this.#detailChars / this.#details : USUAL_CHARS.details;
    const room = this.#page.maxChars - this.#page.length;
    const count = Math.max(Math.ceil(room / Math.max(averageChars, 1)), FEWEST_AHEAD);
    return this.#pending.slice(0, count).map(({ id }) => id);
  }

  /** Adds details to those of these projects that have a line, the most relevant first. */
  addDetails(projects: Line[]): void {
    const page = this.#page;
    const fullProjects = new Map(projects.map((project) => [project.id, project]));
    const unread = this.#pending.filter(({ id }) => fullProjects.has(id));
    this.#pending = this.#pending.filter(({ id }) => !fullProjects.has(id));
    for (const { id } of unread) {
      const project = fullProjects.get(id) as Line;
      const parts = projectDetails(project, this.#fence, this.#format);
      const title = `\n## ${this.#fence.line(project.name)}\n`;
      const length =
        parts.length === 0
          ? 0
          : title.length + parts.reduce((sum, { text }) => sum + text.length + 8, 0);
      if (length > page.maxChars - page.length) {
        this.#isFull = true;
        continue;
      }
      if (parts.length > 0) page.add(title);
      for (const { text, reference } of parts) {
        page.add(
          reference
            ? `[${this.#references.add({ ...reference, text: this.#fence.unwrap(text) })}] ${text}\n`
            : `${text}\n`,
        );
      }
      this.#details += 1;
      this.#detailChars += length;
    }
  }

  #addProfiles(): number {
    const page = this.#page;
    let profiles = 0;
    if (this.#profiled.length > 0) page.add("\n# Accounts\n");
    for (const account of this.#profiled) {
      const text = profileLines(account, this.#fence);
      if (!page.fits(`[9999] ${text}\n`)) continue;
      const { id, name: title } = account;
      const n = this.#references.add({
        kind: "row",
        table: "accounts",
        id,
        title,
        text: this.#fence.unwrap(text),
      });
      page.add(`[${n}] ${text}\n`);
      profiles += 1;
    }
    return profiles;
  }

  end(): Context {
    const profiles = this.#addProfiles();
    const { projects, passages, shownPassages, lines } = this.#count;
    const omissions = [
      count(passages - shownPassages, "passage that was found", "passages that were found"),
      count(projects - lines, "project", "projects"),
      count(lines - this.#details, "project's details", "projects' details"),
      count(this.#profiled.length - profiles, "account's profile", "accounts' profiles"),
    ].filter((text) => text !== null);
    if (omissions.length > 0) this.#page.end(`\nLeft out for length: ${omissions.join(", ")}.\n`);
    return {
      text: this.#page.text,
      projects,
      passages: shownPassages,
      truncated: omissions.length > 0,
    };
  }
}

/**
 * The ids of the projects to read in full before the context is built: those in the search results that the outline
 * lacks, and the most relevant ones of the outline, about as many as will fit.
 */
export function projectsToPrefetch(
  {
    spine,
    results,
    question,
  }: { spine: Outline; results: Pick<Passage, "projectId">[]; question: string },
  maxChars: number,
): string[] {
  const outlineIds = new Set(spine.projects.map(({ id }) => id));
  const idsBeyondOutline = new Set(
    results.map(({ projectId }) => projectId).filter((id) => !outlineIds.has(id)),
  );
  const room =
    maxChars -
    Math.min(results.length * USUAL_CHARS.passage, maxChars * PASSAGE_SHARE) -
    spine.projects.length * USUAL_CHARS.line;
  const ahead = Math.max(Math.ceil(room / USUAL_CHARS.details), FEWEST_AHEAD);
  const outlineProjects = byRelevance(spine.projects, spine.accounts, results, question).filter(
    (project) => !isWhole(project),
  );
  return [...idsBeyondOutline, ...outlineProjects.slice(0, ahead).map(({ id }) => id)];
}

/** Replaces projects and accounts of an outline by those that were read in full. */
export function withWhole(spine: Outline, { projects, accounts }: Outline): Outline {
  const byId = <T extends { id: string }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]));
  return {
    ...spine,
    accounts: [...byId([...spine.accounts, ...accounts]).values()],
    projects: [...byId([...spine.projects, ...projects]).values()],
    left_out: {
      projects: Math.max(
        spine.left_out.projects -
          projects.filter(({ id }) => spine.projects.every((line) => line.id !== id)).length,
        0,
      ),
    },
  };
}

export function isWhole(project: Line): boolean {
  return project.open_tasks !== null;
}

class Page {
  text = "";
  /** The maximum length without the characters that are reserved for the last line. */
  readonly maxChars: number;
  readonly wholeChars: number;

  constructor(maxChars: number) {
    this.wholeChars = maxChars;
    this.maxChars = Math.max(maxChars - LEFT_OUT_CHARS, 0);
  }

  get length(): number {
    return this.text.length;
  }

  fits(text: string): boolean {
    return this.text.length + text.length <= this.maxChars;
  }

  add(text: string): void {
    if (this.fits(text)) this.text += text;
  }

  /** Adds the last line, which may use the reserved characters. */
  end(text: string): void {
    this.text = clip(this.text + text.slice(0, LEFT_OUT_CHARS), this.wholeChars);
  }
}

/**
 * First the projects that the question names, then those of accounts and clients that it names, then those with
 * passages that were found, then the others in the order of the spine.
 */
function byRelevance(
  projects: Line[],
  accounts: Account[],
  passages: Pick<Passage, "projectId">[],
  question: string,
): Line[] {
  const namedAccounts = new Set(
    accounts
      .filter(({ name, client }) => isNamedIn(question, name) || isNamedIn(question, client.name))
      .map(({ id }) => id),
  );
  const relevance = new Map<string, number>();
  for (const [index, { projectId }] of passages.entries()) {
    relevance.set(projectId, (relevance.get(projectId) ?? 0) + 1 / (index + 1));
  }
  const score = ({ id, name, code, account_id }: Line) =>
    (isNamedIn(question, name) || (code !== null && isNamedIn(question, code)) ? 100 : 0) +
    (namedAccounts.has(account_id) ? 50 : 0) +
    (relevance.get(id) ?? 0);
  return projects
    .map((project, index) => ({ project, index, score: score(project) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ project }) => project);
}
