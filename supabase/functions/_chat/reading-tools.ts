/**
 * The tools with which the assistant reads. Each calls one SQL function as the viewer, within the scope of the person
 * in `as`.
 */
import { z } from "zod";
import { callFunction } from "../_db/call.ts";
import type { Passage } from "../_domain/chat/context.ts";
import { Id } from "../_domain/contract.ts";
import { Day } from "../_domain/normal-forms.ts";
import type { portfolioHealth } from "../_domain/portfolio/health-contract.ts";
import { TaskStatusValues } from "../_domain/portfolio/statuses.ts";
import { healthInWords } from "../_domain/words/health.ts";
import { citeFigures, type FigureSubject, numberRows, type Rows } from "./cited-rows.ts";
import { findPassages } from "./gather.ts";
import { defineTool, fencedRows, type Tool, type ToolCallContext } from "./tool.ts";

const asPerson = ({ as }: ToolCallContext) => (as ? { as_person_id: as } : {});
const ProjectId = Id.optional().describe("Only for this project");
const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

const search = defineTool({
  name: "search",
  description: "Passages of documents, meetings, emails and notes that best answer a question",
  input: z.strictObject({ query: z.string().min(1).max(500), project_id: ProjectId }),
  async run({ query, project_id }, context) {
    const { db, as, requestId, references, fence } = context;
    const passages = await findPassages(
      db,
      { question: query, as, requestId },
      8,
      project_id ? { project_id } : {},
    );
    const textOf = (passage: Passage) => {
      const n = references.add({
        kind: "chunk",
        id: passage.passageId,
        sourceId: passage.sourceId,
        title: fence.line(passage.title),
        text: passage.content,
      });
      return `[${n}] ${passage.kind} "${fence.line(passage.title)}"\n${fence.wrap(passage.content)}`;
    };
    return {
      text: () => passages.map(textOf).join("\n") || "Nothing was found.",
      summary: `${many(passages.length, "passage", "passages")} for “${query}”`,
    };
  },
});

const getProject = defineTool({
  name: "get_project",
  description: "One project: people, burn, open tasks, status updates, latest activity",
  input: z.strictObject({ project_id: Id }),
  async run({ project_id }, context) {
    const spine = (await callFunction(context.db, "get_spine", {
      project_id,
      ...asPerson(context),
    })) as { projects: Rows; accounts: Rows };
    const project = spine.projects[0];
    if (!project) return { text: "The project is archived.", summary: "an archived project" };
    const rowsForModel = () => ({
      ...numberRows([project], "projects", context)[0],
      open_tasks: numberRows(project["open_tasks"] as Rows, "tasks", context),
      status_updates: numberRows(project["status_updates"] as Rows, "status_updates", context),
    });
    const accounts = () => numberRows(spine.accounts, "accounts", context);
    return {
      text: () => fencedRows({ project: rowsForModel(), accounts: accounts() }, context.fence),
      summary: `project ${context.fence.line(String(project["name"]))}`,
    };
  },
});

const listTasks = defineTool({
  name: "list_tasks",
  description: "Tasks, most pressing first; only open ones unless statuses are named",
  input: z.strictObject({
    project_id: ProjectId,
    statuses: z.array(z.enum(TaskStatusValues)).min(1).optional(),
    assignee_id: Id.optional(),
    due_from: Day.optional(),
    due_to: Day.optional(),
    title_contains: z.string().max(200).optional(),
    result_limit: z.int().min(1).max(100).optional(),
  }),
  async run(input, context) {
    const listing = (await callFunction(context.db, "list_tasks", {
      ...input,
      ...asPerson(context),
    })) as { tasks: Rows; total: number };
    const { tasks, ...counts } = listing;
    const rowsForModel = () => ({
      ...citeFigures(counts, "Tasks", input, context),
      tasks: numberRows(tasks, "tasks", context),
    });
    return {
      text: () => fencedRows(rowsForModel(), context.fence),
      summary: many(listing.total, "task", "tasks"),
    };
  },
});

const getHours = defineTool({
  name: "get_hours",
  description: "Hours added up by project (with budgets), person or month",
  input: z.strictObject({
    group_by: z.enum(["project", "person", "month"]),
    project_id: ProjectId,
    person_id: Id.optional(),
    spent_from: Day.optional(),
    spent_to: Day.optional(),
  }),
  async run(input, context) {
    const totals = (await callFunction(context.db, "get_hours", {
      ...input,
      ...asPerson(context),
    })) as unknown as { total_hours: number; groups: HoursGroup[] };
    const { groups, ...counts } = totals;
    const rowsForModel = () => ({
      ...citeFigures(counts, "Hours", input, context),
      groups: groups.map((group) => citeFigures(group, "Hours", input, context, rowOf(group))),
    });
    return {
      text: () => fencedRows(rowsForModel(), context.fence),
      summary: `${totals.total_hours} hours by ${input.group_by}`,
    };
  },
});

const listPeople = defineTool({
  name: "list_people",
  description: "People of the agency with the projects they work on",
  input: z.strictObject({ name_contains: z.string().max(200).optional(), project_id: ProjectId }),
  async run(input, context) {
    const listing = (await callFunction(context.db, "list_people", {
      ...input,
      ...asPerson(context),
    })) as { people: Rows; total: number };
    const { people, ...counts } = listing;
    const rowsForModel = () => ({
      ...citeFigures(counts, "People", input, context),
      people: numberRows(people, "people", context),
    });
    return {
      text: () => fencedRows(rowsForModel(), context.fence),
      summary: many(listing.total, "person", "people"),
    };
  },
});

const listDocuments = defineTool({
  name: "list_documents",
  description: "Documents with their kind and whether they can be searched",
  input: z.strictObject({ project_id: ProjectId, title_contains: z.string().max(200).optional() }),
  async run(input, context) {
    const listing = (await callFunction(context.db, "list_documents", {
      ...input,
      ...asPerson(context),
    })) as { documents: Rows; total: number };
    const { documents, ...counts } = listing;
    const rowsForModel = () => ({
      ...citeFigures(counts, "Documents", input, context),
      documents: numberRows(documents, "documents", context),
    });
    return {
      text: () => fencedRows(rowsForModel(), context.fence),
      summary: many(listing.total, "document", "documents"),
    };
  },
});

const getHealth = defineTool({
  name: "get_health",
  description: "Findings: what is wrong or unknown in the portfolio, worst first",
  input: z.strictObject({}),
  async run(_, context) {
    const health = (await callFunction(
      context.db,
      "get_portfolio_health",
      {},
    )) as unknown as Health;
    const { board, open_items, totals, counts, findings } = healthInWords(health);
    const { gaps, ...figures } = board;
    const rowsForModel = () => ({
      ...citeFigures({ board: figures, open_items, totals, counts }, "Health", {}, context),
      gaps: gaps.map(({ project_id, ...gap }) =>
        citeFigures(gap, "Missing", {}, context, { table: "projects", id: project_id }),
      ),
      findings: findings.map(({ title, severity, state, subject, why, facts }) => {
        const project = subject.type === "project" ? subject.id : subject.project_id;
        return citeFigures(
          { title, severity, state, subject: subject.name, why, facts },
          "Finding",
          {},
          context,
          project ? { table: "projects", id: project } : undefined,
        );
      }),
    });
    return {
      text: () => fencedRows(rowsForModel(), context.fence),
      summary: many(totals.open, "open finding", "open findings"),
    };
  },
});

const listSkills = defineTool({
  name: "list_skills",
  description: "The skills of this organization: how it wants certain work done",
  input: z.strictObject({}),
  async run(_, context) {
    const listing = (await callFunction(context.db, "list_skills")) as { skills: Rows };
    return {
      text: () =>
        fencedRows({ skills: numberRows(listing.skills, "skills", context) }, context.fence),
      summary: many(listing.skills.length, "skill", "skills"),
    };
  },
});

const readSkill = defineTool({
  name: "read_skill",
  description: "The guidance of one skill, by its name",
  input: z.strictObject({ name: z.string().min(1).max(60) }),
  async run({ name }, context) {
    const skill = (await callFunction(context.db, "read_skill", { name })) as Rows[number];
    const rowsForModel = () => numberRows([skill], "skills", context)[0];
    return {
      text: () => fencedRows(rowsForModel(), context.fence),
      summary: `skill ${context.fence.line(name)}`,
    };
  },
});

/** Tools for everyone. `leadTools` has one more, for viewers who see what leads see. */
export const readingTools: readonly Tool[] = [
  search,
  getProject,
  listTasks,
  getHours,
  listPeople,
  listDocuments,
  listSkills,
  readSkill,
];
export const leadTools: readonly Tool[] = [getHealth];

interface HoursGroup {
  project?: { id: string };
  /** Null unless the viewer and the person in `as` may both see this person. */
  person?: { id: string } | null;
}

function rowOf({ project, person }: HoursGroup): FigureSubject | undefined {
  if (project) return { table: "projects", id: project.id };
  return person ? { table: "people", id: person.id } : undefined;
}

type HealthAnswer = z.infer<typeof portfolioHealth.get.response>;

interface Health extends Pick<HealthAnswer, "findings" | "counts"> {
  board: Record<string, unknown> & { gaps: { project_id: string; [field: string]: unknown }[] };
  open_items: unknown;
  totals: { open: number };
}
