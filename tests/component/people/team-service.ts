/** The service of teams, and the people that its tests select. */
import type { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { people as peopleRoute } from "../../../supabase/functions/_domain/identity/people-contract.ts";
import { post } from "../answers.ts";
import { idOf } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";
import { answers as listAnswers } from "./people-list.ts";

export const shop = projects[0];

export const [bela, tove] = [idOf(5, 11), idOf(5, 12)];

/** The service of teams, which records requests. */
export function teams(refusal?: AppError) {
  const requests: unknown[] = [];
  const answer = post(peopleRoute, ({ body }) => {
    if (body.action !== "preview_team" && body.action !== "change_team") {
      throw new Error(`Not about a team: ${body.action}`);
    }
    const { action, project_id, add, remove } = body;
    requests.push([action, add, remove]);
    if (body.action === "change_team") {
      if (refusal) throw refusal;
      return { action: body.action, project_id, added: add, removed: remove };
    }
    return {
      action: body.action,
      people: [...add, ...remove].map((id) => ({
        id,
        name: id === bela ? "Bela Horvath" : "Tove Sandberg",
        role: "member" as const,
        leads_project: false,
        was_member: !add.includes(id),
        is_member: add.includes(id),
        saw_project: !add.includes(id),
        sees_project: add.includes(id),
      })),
    };
  });
  return { requests, answers: [answer, ...listAnswers] };
}
