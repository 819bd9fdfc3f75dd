/** My work, with its tasks. */
import type { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { inbox } from "../../../supabase/functions/_domain/approvals/contract.ts";
import { myWork } from "../../../supabase/functions/_domain/work/my-work-contract.ts";
import { tasks } from "../../../supabase/functions/_domain/work/tasks-contract.ts";
import { get, post } from "../answers.ts";
import { card, withoutDecision } from "../fixtures/cards.ts";
import { fullWork } from "../fixtures/my-work.ts";
import { emptyInbox } from "../fixtures/shell.ts";

export const cards = [
  withoutDecision(card(1, "For somebody else"), "self_approval_forbidden"),
  card(2, "Call the supplier"),
  card(3, "Book the studio"),
];
export const full = [
  get(myWork, fullWork),
  get(inbox, ({ query }) => ({
    ...emptyInbox,
    cards: cards.filter(({ refusal }) => query.decidable !== "true" || refusal === null),
    counts: { ...emptyInbox.counts, pending: 3, decidable: 2 },
  })),
];

/** The service with these tasks, which completes them and reopens them. */
export function tasksThatChange(refuse?: () => AppError) {
  let open = fullWork.tasks.items;
  const requests: unknown[] = [];
  const answers = [
    get(myWork, () => ({ ...fullWork, tasks: { items: open, total: open.length, late: 1 } })),
    post(tasks, ({ body }) => {
      if (body.type !== "task_update") throw new Error(`Not a change of a task: ${body.type}`);
      requests.push([body.version, body.changes]);
      if (refuse) throw refuse();
      const task = fullWork.tasks.items.find(({ id }) => id === body.id);
      if (!task) throw new Error("No such task");
      open =
        body.changes.status === "done" ? open.filter(({ id }) => id !== task.id) : [task, ...open];
      return {
        type: body.type,
        task: { ...task, ...body.changes, version: body.version + 1 } as typeof task,
        before: { status: task.status },
      };
    }),
    ...full,
  ];
  return { answers, requests };
}
