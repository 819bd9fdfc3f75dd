/** What the assistant may look up. Each is one SQL function, called as whoever asks, within the scope of `as`. */
import { z } from "zod";
import { callFunction } from "../_db/call.ts";
import type { Json } from "../_db/database.types.ts";
import type { Reference } from "../_domain/chat/references.ts";
import { Id } from "../_domain/contract.ts";
import { Day } from "../_domain/normal-forms.ts";
import { TaskStatusValues } from "../_domain/portfolio/statuses.ts";
import { findPassages } from "./gather.ts";
import { defineTool, fencedRows, type Tool, type ToolCallContext } from "./tool.ts";

type Rows = Record<string, unknown>[];
const asPerson = ({ as }: ToolCallContext) => (as ? { as_person_id: as } : {});
const ProjectId = Id.optional().describe("Only of this project");
const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

const search = defineTool({
  name: "search",
  description: "Passages of documents, meetings, e-mails and notes that answer a question best",
  input: z.strictObject({ query: z.string().min(1).max(500), project_id: ProjectId }),
  async run({ query, project_id }, context) {
    const { db, as, requestId, references, fence } = context;
    const passages = await findPassages(
      db,
      { question: query, as, requestId },
      8,
      project_id ? { project_id } : {},
    );
    const texts = passages.map((passage) => {
      const n = references.add({
        kind: "chunk",
        id: passage.chunkId,
        sourceId: passage.sourceId,
        title: fence.line(passage.title),
        text: passage.content,
      });
      return `[${n}] ${passage.kind} "${fence.line(passage.title)}"\n${fence.wrap(passage.content)}`;
    });
    return {
      text: texts.join("\n") || "Nothing was found.",
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
    const shown = {
      ...numbered([project], "projects", context)[0],
      open_tasks: numbered(project["open_tasks"] as Rows, "tasks", context),
      status_updates: numbered(project["status_updates"] as Rows, "status_updates", context),
    };
    return {
      text: fencedRows({ project: shown, accounts: spine.accounts }, context.fence),
      summary: `project ${context.fence.line(String(project["name"]))}`,
    };
  },
});

const listTasks = defineTool({
  name: "list_tasks",
  description: "Tasks, most pressing first; the open ones unless statuses are named",
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
    const found = (await callFunction(context.db, "list_tasks", {
      ...input,
      ...asPerson(context),
    })) as { tasks: Rows; total: number };
    return {
      text: fencedRows({ ...found, tasks: numbered(found.tasks, "tasks", context) }, context.fence),
      summary: many(found.total, "task", "tasks"),
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
    const found = (await callFunction(context.db, "get_hours", {
      ...input,
      ...asPerson(context),
    })) as { total_hours: number };
    return {
      text: fencedRows(found, context.fence),
      summary: `${found.total_hours} hours by ${input.group_by}`,
    };
  },
});

const listPeople = defineTool({
  name: "list_people",
  description: "People of the agency with the projects they work on",
  input: z.strictObject({ name_contains: z.string().max(200).optional(), project_id: ProjectId }),
  async run(input, context) {
    const found = (await callFunction(context.db, "list_people", {
      ...input,
      ...asPerson(context),
    })) as { total: number };
    return {
      text: fencedRows(found, context.fence),
      summary: many(found.total, "person", "people"),
    };
  },
});

const listDocuments = defineTool({
  name: "list_documents",
  description: "Documents with their kind and whether they can be searched",
  input: z.strictObject({ project_id: ProjectId, title_contains: z.string().max(200).optional() }),
  async run(input, context) {
    const found = (await callFunction(context.db, "list_documents", {
      ...input,
      ...asPerson(context),
    })) as { total: number };
    return {
      text: fencedRows(found, context.fence),
      summary: many(found.total, "document", "documents"),
    };
  },
});

const getHealth = defineTool({
  name: "get_health",
  description: "Findings: what is wrong or unknown in the portfolio, worst first",
  input: z.strictObject({}),
  async run(_, context) {
    const found = (await callFunction(context.db, "get_portfolio_health", {})) as Json;
    return { text: fencedRows(found, context.fence), summary: "findings of health" };
  },
});

const listSkills = defineTool({
  name: "list_skills",
  description: "The skills of this organization: how it wants certain work done",
  input: z.strictObject({}),
  async run(_, { db, fence }) {
    const found = (await callFunction(db, "list_skills")) as { skills: Rows };
    return {
      text: fencedRows(found, fence),
      summary: many(found.skills.length, "skill", "skills"),
    };
  },
});

const readSkill = defineTool({
  name: "read_skill",
  description: "The guidance of one skill, by its name",
  input: z.strictObject({ name: z.string().min(1).max(60) }),
  async run({ name }, { db, fence }) {
    const skill = await callFunction(db, "read_skill", { name });
    return { text: fencedRows(skill, fence), summary: `skill ${fence.line(name)}` };
  },
});

/** For everyone, and one more for who sees what leads see. */
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

/** Rows with the numbers that they are cited by. */
function numbered(
  rows: Rows,
  table: Extract<Reference, { kind: "row" }>["table"],
  { references, fence }: ToolCallContext,
): Rows {
  return rows.map((row) => {
    const title = fence
      .line(String(row["title"] ?? row["name"] ?? row["summary"] ?? ""))
      .slice(0, 200);
    const text = JSON.stringify(row).slice(0, 2_000);
    return {
      n: references.add({ kind: "row", table, id: String(row["id"]), title, text }),
      ...row,
    };
  });
}
