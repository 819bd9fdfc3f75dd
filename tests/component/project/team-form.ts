/** A project's team, and the form that changes it. */
import type { Page } from "playwright-core";
import type { z } from "zod";
import {
  type PeopleAction,
  people as peopleRoute,
} from "../../../supabase/functions/_domain/identity/people-contract.ts";
import { type Answer, post, type Row } from "../answers.ts";
import { openConsole, waitUntilLoaded } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { personSummaries } from "../fixtures/person-summaries.ts";
import { shop, shopAnswers } from "../fixtures/project-page.ts";

export const address = `/projects/${shop?.id}`;
export const team = (page: Page) => page.getByRole("region", { name: "Team" });

export const newcomers = [
  { id: idOf(5, 20), name: "Nora Example" },
  { id: idOf(5, 21), name: "Omar Example" },
];
const rowOf = (
  person: { id: string; name: string },
  fields: Row<"people"> = {},
): Row<"people"> => ({
  id: person.id,
  name: person.name,
  email: null,
  role: "member",
  is_employee: true,
  is_prompt_owner: false,
  client_id: null,
  user_id: null,
  version: 1,
  created_at: "2026-01-05T09:00:00+00:00",
  archived_at: null,
  ...fields,
});
export const everybody = personSummaries([
  rowOf(people.admin, { role: "admin" }),
  rowOf(people.lead, { role: "lead" }),
  rowOf(people.member),
  ...newcomers.map((person) => rowOf(person)),
  rowOf({ id: idOf(5, 22), name: "Gone Example" }, { archived_at: "2026-03-01T09:00:00+00:00" }),
  rowOf(people.client, { role: "client", client_id: shop?.client_id ?? null }),
]);

/** Answers previews and changes like the service, and records the requests. */
export function teamRoute() {
  const requests: z.output<typeof PeopleAction>[] = [];
  const answer = post(peopleRoute, ({ body }) => {
    if (body.action !== "preview_team" && body.action !== "change_team") {
      throw new Error(`Not about a team: ${body.action}`);
    }
    requests.push(body);
    const { project_id, add, remove } = body;
    if (body.action === "change_team") {
      return { action: body.action, project_id, added: add, removed: remove };
    }
    const candidates = [...newcomers, people.member, people.lead];
    return {
      action: body.action,
      people: candidates
        .filter(({ id }) => [...add, ...remove].includes(id))
        .map(({ id, name }) => ({
          id,
          name,
          role: id === people.lead.id ? ("lead" as const) : ("member" as const),
          leads_project: id === people.member.id,
          was_member: remove.includes(id),
          is_member: add.includes(id),
          saw_project: remove.includes(id),
          sees_project: add.includes(id) || id === people.lead.id,
        })),
    };
  });
  const changes = () => requests.filter(({ action }) => action === "change_team");
  return { answer, changes };
}

export const openTeam = async (answer: Answer, width: 1440 | 390 = 1440) => {
  const page = await openConsole(width === 390 ? `${address}?view=details` : address, {
    width,
    answers: [answer, everybody, ...shopAnswers().answers],
  });
  await team(page).getByRole("button", { name: "Change team" }).click();
  const dialog = page.getByRole("dialog", { name: "Change team" });
  await dialog.getByRole("combobox", { name: "Add people" }).waitFor();
  await waitUntilLoaded(page);
  return { page, dialog };
};

export async function addOmar(width: 1440 | 390) {
  const form = await openTeam(teamRoute().answer, width);
  const { page, dialog } = form;
  await dialog.getByRole("combobox", { name: "Add people" }).fill("Omar");
  await page.getByRole("option", { name: /Omar/ }).click();
  await page.keyboard.press("Escape");
  await dialog.getByText("joins, and will see this project").first().waitFor();
  return form;
}
