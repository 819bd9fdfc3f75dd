import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { atLeastOne, Day, Hours, Line, Paragraphs, statusList, Version } from "../normal-forms.ts";
import { TaskStatusValues } from "../portfolio/statuses.ts";

// The database decides who may change which task; these schemas normalize typed text and refuse malformed input.

const Instant = z.string().describe("Instant with offset, ISO 8601");
const NamedRow = z.object({ id: Id, name: z.string() });
/** The name is null if the caller cannot see the person. */
const Person = z.object({ id: Id, name: z.string().nullable() });

export const TASK_SORTS = [
  "due_on",
  "priority",
  "title",
  "status",
  "created_at",
  "updated_at",
] as const;

const Labels = z
  .array(Line(40))
  .max(20)
  .refine(
    (labels) => new Set(labels.map((label) => label.toLowerCase())).size === labels.length,
    "Each label can be used once",
  );

const fields = {
  description: Paragraphs(20_000).nullish(),
  status: z.enum(TaskStatusValues).optional(),
  priority: z.int().min(0).max(32_767).nullish().describe("Lower is more urgent"),
  labels: Labels.optional(),
  assignee_id: Id.nullish(),
  estimate_hours: Hours.nullish(),
  started_on: Day.nullish(),
  due_on: Day.nullish(),
  completed_on: Day.nullish().describe("If absent, it follows the status"),
  parent_id: Id.nullish(),
};

/** The changes of `task_update`. A field that is absent stays as it is; null clears it. */
export const TaskChanges = atLeastOne(
  z.strictObject({ title: Line(500).optional(), ...fields, is_archived: z.boolean().optional() }),
);

const TaskCreate = z.strictObject({
  type: z.literal("task_create"),
  project_id: Id,
  title: Line(500),
  ...fields,
});

const TaskUpdate = z.strictObject({
  type: z.literal("task_update"),
  id: Id,
  version: Version,
  changes: TaskChanges,
});

const TasksUpdate = z.strictObject({
  type: z.literal("tasks_update"),
  tasks: z
    .array(z.strictObject({ id: Id, version: Version, changes: TaskChanges }))
    .min(1)
    .max(200)
    .refine(
      (tasks) => new Set(tasks.map(({ id }) => id)).size === tasks.length,
      "Each task can be named once",
    ),
  dry_run: z.boolean().default(false).describe("Returns what would change, without changing it"),
});

const comment = {
  body: Paragraphs(8000),
  mentions: z
    .array(Id)
    .max(50)
    .default([])
    .describe("People who can see the project; they find the comment under My work"),
};

const CommentAdd = z.strictObject({ type: z.literal("comment_add"), task_id: Id, ...comment });

const CommentEdit = z.strictObject({
  type: z.literal("comment_edit"),
  id: Id,
  version: Version,
  ...comment,
});

const CommentRemove = z.strictObject({
  type: z.literal("comment_remove"),
  id: Id,
  version: Version,
});

const CommentRestore = z.strictObject({
  type: z.literal("comment_restore"),
  id: Id,
  version: Version,
});

export const TaskAction = z.discriminatedUnion(
  "type",
  [TaskCreate, TaskUpdate, TasksUpdate, CommentAdd, CommentEdit, CommentRemove, CommentRestore],
  "Specify the type of action",
);
export type TaskAction = z.output<typeof TaskAction>;
export type TaskActionInput = z.input<typeof TaskAction>;

/** A task as every list shows it. */
export const TaskRow = z.object({
  id: Id,
  version: z.int(),
  project: z.object({ id: Id, name: z.string(), is_archived: z.boolean() }),
  parent: z.object({ id: Id, title: z.string() }).nullable(),
  title: z.string(),
  status: z.enum(TaskStatusValues),
  priority: z.int().nullable(),
  labels: z.array(z.string()),
  assignee: Person.nullable(),
  estimate_hours: z.number().nullable(),
  actual_hours: z.number(),
  started_on: z.string().nullable(),
  due_on: z.string().nullable(),
  completed_on: z.string().nullable(),
  is_late: z.boolean().describe("Due before today in the organization's zone, and not closed"),
  subtasks: z.object({ open: z.int(), total: z.int() }),
  comments: z.int(),
  managed_by: z.string().nullable().describe("Provider that owns the task; null: this service"),
  created_at: Instant,
  updated_at: Instant,
  archived_at: Instant.nullable(),
});
export type TaskRow = z.infer<typeof TaskRow>;

export const TaskComment = z.object({
  id: Id,
  task_id: Id,
  version: z.int(),
  author: Person,
  body: z.string(),
  mentions: z.array(Person),
  created_at: Instant,
  edited_at: Instant.nullable(),
  archived_at: Instant.nullable().describe("When it was removed"),
  earlier: z
    .array(z.object({ version: z.int(), body: z.string(), written_at: Instant }))
    .describe("Its earlier texts, oldest first"),
  can_edit: z.boolean().describe("Its author may edit it for a day"),
  can_remove: z.boolean(),
});
export type TaskComment = z.infer<typeof TaskComment>;

export const TaskPanel = z.object({
  type: z.literal("task"),
  task: TaskRow.extend({
    description: z.string().nullable(),
    category: z.string().nullable(),
    subcategory: z.string().nullable(),
    estimated_on: z.string().nullable(),
    external_key: z.string().nullable(),
  }),
  account: NamedRow,
  client: NamedRow,
  subtasks: z.array(TaskRow).describe("At most 200, open ones first"),
  comments: z.array(TaskComment).describe("The newest 200, oldest first, without removed ones"),
  comments_total: z.int(),
  hours: z.array(z.object({ person: Person, hours: z.number() })).describe("Most hours first"),
  changes: z
    .array(
      z.object({
        at: Instant,
        by: Person.nullable(),
        code: z.string().describe("Audit action, such as task.updated"),
        version: z.int().nullable(),
        fields: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
      }),
    )
    .describe("The last 20, newest first"),
  cards: z
    .array(
      z.object({
        id: Id,
        kind: z.string(),
        status: z.string(),
        title: z.string(),
        relation: z.enum(["created", "names"]).describe("It created the task, or names it"),
        created_at: Instant,
      }),
    )
    .describe("The newest 20 cards that concern the task and that the caller may see"),
  can_edit: z.boolean(),
  locked_fields: z.array(z.string()).describe("Fields that the provider in managed_by owns"),
});
export type TaskPanel = z.infer<typeof TaskPanel>;

export const TaskList = z.object({
  type: z.literal("tasks"),
  tasks: z.array(TaskRow),
  total: z.int(),
  next_cursor: z.string().nullable().describe("null at the end"),
});
export type TaskList = z.infer<typeof TaskList>;

const TaskQuery = z.strictObject({
  id: Id.optional().describe("Returns the panel of this task; no other parameter is allowed"),
  project_id: Id.optional(),
  assignee_id: z.union([Id, z.literal("none")]).optional(),
  parent_id: Id.optional(),
  status: statusList(TaskStatusValues).optional(),
  label: z.string().max(40).optional(),
  due_from: Day.optional(),
  due_to: Day.optional(),
  q: z.string().trim().min(1).max(200).optional().describe("Text in the title"),
  archived: z.enum(["true", "false"]).default("false"),
  sort: z.enum(TASK_SORTS).default("due_on"),
  direction: z.enum(["asc", "desc"]).default("asc").describe("Empty values come last in both"),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(2000).optional().describe("next_cursor of the previous page"),
});

/** The former values of the changed fields: sent as `changes` with the new version, they undo the change. */
const Before = z.record(z.string(), z.unknown());

const CommentAnswer = <T extends string>(type: T) =>
  z.object({ type: z.literal(type), comment: TaskComment });

export const tasks = defineContract({
  slug: "tasks",
  access: "user",
  get: {
    summary: "The tasks that the caller may see, page by page; with `id`, everything about one",
    query: TaskQuery,
    response: z.discriminatedUnion("type", [TaskList, TaskPanel]),
  },
  post: {
    summary: "Creates and changes tasks and their comments",
    body: TaskAction,
    response: z.discriminatedUnion("type", [
      z.object({ type: z.literal("task_create"), task: TaskRow }),
      z.object({ type: z.literal("task_update"), task: TaskRow, before: Before }),
      z.object({
        type: z.literal("tasks_update"),
        dry_run: z.boolean(),
        results: z
          .array(
            z.object({
              id: Id,
              ok: z.boolean(),
              title: z.string().nullable().describe("null if the caller cannot see the task"),
              version: z.int().nullable().describe("The current version after the call"),
              before: Before.describe("Former values of the fields that change"),
              after: z.record(z.string(), z.unknown()),
              error: z
                .object({
                  code: z.string(),
                  message: z.string(),
                  details: z.unknown().optional(),
                })
                .nullable(),
            }),
          )
          .describe("In the order of the request; each task succeeds or fails on its own"),
      }),
      CommentAnswer("comment_add"),
      CommentAnswer("comment_edit"),
      CommentAnswer("comment_remove"),
      CommentAnswer("comment_restore"),
    ]),
  },
});
