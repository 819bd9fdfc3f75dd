import {
  buildContext,
  type Passage,
  type Spine,
} from "../../../supabase/functions/_domain/chat/context.ts";
import { Fence } from "../../../supabase/functions/_domain/chat/fence.ts";
import { References } from "../../../supabase/functions/_domain/chat/references.ts";

export const MARK = "0a1b2c3d";
export type Project = Spine["projects"][number];

export const projectOf = (index: number, fields: Partial<Project> = {}): Project => ({
  id: `project-${index}`,
  code: `P-${index}`,
  name: `Project ${index}`,
  summary: null,
  status: "active",
  account_id: "account",
  lead: { id: "lead", name: "Ann Lead" },
  starts_on: null,
  due_on: "2026-03-01",
  last_activity_on: null,
  classification: null,
  burn: {
    budget_hours: 100,
    budget_amount: null,
    estimate_hours: 10,
    actual_hours: 25,
    hours_last_30_days: 5,
    percent_of_budget: 25,
    last_entry: null,
  },
  task_count: 1,
  open_items: { open: 1, blocked: 0, past_due: 0, without_assignee: 0, stale: 0, unverified: 0 },
  open_tasks: [
    {
      id: `task-${index}`,
      title: `Task of ${index}`,
      status: "open",
      priority: null,
      assignee: null,
      due_on: null,
      is_past_due: false,
      estimate_hours: null,
    },
  ],
  people: [],
  status_updates: [],
  activity: [],
  left_out: { open_tasks: 0, people: 0, status_updates: 0, activity: 0 },
  ...fields,
});

export const spineOf = (projects: Project[], leftOut = 0): Spine => ({
  viewer: { id: "viewer", name: "Vera Viewer", role: "member" },
  as: null,
  organization: { id: "o", name: "Agency", currency: "EUR", time_zone: "Europe/Berlin" },
  today: "2026-02-01",
  accounts: [
    {
      id: "account",
      name: "Account",
      client: { id: "c", name: "Client" },
      operating_profile: null,
    },
  ],
  projects,
  left_out: { projects: leftOut, open_tasks: 0, people: 0, status_updates: 0, activity: 0 },
});

export const passageOf = (index: number, fields: Partial<Passage> = {}): Passage => ({
  passageId: `passage-${index}`,
  sourceId: `source-${index}`,
  projectId: "project-0",
  kind: "document",
  title: `Document ${index}`,
  content: `Words of document ${index}.`,
  location: { page: index + 1 },
  occurredAt: "2026-01-02T03:04:05Z",
  ...fields,
});

export function build(
  projects: Project[],
  passages: Passage[],
  { question = "what about it?", maxChars = 100_000, leftOut = 0 } = {},
) {
  const references = new References();
  const spine = spineOf(projects, leftOut);
  return {
    ...buildContext({ spine, passages, question }, maxChars, new Fence(MARK), references),
    references,
  };
}

export const numbersIn = (text: string) =>
  [...text.matchAll(/^\[(\d+)\]/gm)].map(([, n]) => Number(n));
export const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));
