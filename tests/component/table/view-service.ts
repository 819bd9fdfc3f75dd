/** The service of saved views. */
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import {
  type SavedView,
  type ViewAction,
  views,
} from "../../../supabase/functions/_domain/work/views-contract.ts";
import { get, post } from "../answers.ts";
import { idOf, people } from "../fixtures/people.ts";

/** A service with these views; it remembers the actions. */
export function viewService(initial: SavedView[]) {
  const all = [...initial];
  const actions: ViewAction[] = [];
  const answers = [
    get(views, ({ query }) => ({
      views: all.filter((view) => view.page === query.page && !view.is_archived),
    })),
    post(views, ({ body }) => {
      actions.push(body);
      if (body.type === "view_create") {
        const { type: _, ...fields } = body;
        const view = viewOf(10 + all.length, fields.name, fields);
        all.push(view);
        return { view };
      }
      const index = all.findIndex(({ id }) => id === body.id);
      const before = all[index];
      if (!before) throw new AppError(404, "saved_view_not_found", "There is no such view");
      const view = { ...before, ...body.changes, version: before.version + 1 };
      all[index] = view as SavedView;
      return { view: view as SavedView };
    }),
  ];
  return { answers, actions };
}

export function viewOf(number: number, name: string, fields: Partial<SavedView> = {}): SavedView {
  return {
    id: idOf(9, number),
    version: 1,
    page: "tasks",
    name,
    query: "",
    is_shared: false,
    is_archived: false,
    is_own: true,
    owner: { id: people.lead.id, name: people.lead.name },
    ...fields,
  };
}
