import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import {
  type PeopleAction,
  people as peopleRoute,
} from "../../../supabase/functions/_domain/identity/people-contract.ts";
import { type Answer, post, type Row, rows } from "../answers.ts";
import {
  expectAccessible,
  focused,
  inEveryLook,
  openConsole,
  screenshot,
  settled,
} from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { shop, shopAnswers } from "../fixtures/project-page.ts";

const address = `/projects/${shop?.id}`;
const team = (page: Page) => page.getByRole("region", { name: "Team" });

const newcomers = [
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
const everybody = rows("people", [
  rowOf(people.admin, { role: "admin" }),
  rowOf(people.lead, { role: "lead" }),
  rowOf(people.member),
  ...newcomers.map((person) => rowOf(person)),
  rowOf({ id: idOf(5, 22), name: "Gone Example" }, { archived_at: "2026-03-01T09:00:00+00:00" }),
  rowOf(people.client, { role: "client", client_id: shop?.client_id ?? null }),
]);

/** Answers previews and changes like the service, and records the requests. */
function teamRoute() {
  const asked: z.output<typeof PeopleAction>[] = [];
  const answer = post(peopleRoute, ({ body }) => {
    if (body.action !== "preview_team" && body.action !== "change_team") {
      throw new Error(`Not about a team: ${body.action}`);
    }
    asked.push(body);
    const { project_id, add, remove } = body;
    if (body.action === "change_team") {
      return { action: body.action, project_id, added: add, removed: remove };
    }
    const named = [...newcomers, people.member, people.lead];
    return {
      action: body.action,
      people: named
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
  const changes = () => asked.filter(({ action }) => action === "change_team");
  return { answer, changes };
}

const openTeam = async (answer: Answer, width: 1440 | 390 = 1440) => {
  const page = await openConsole(width === 390 ? `${address}?view=details` : address, {
    width,
    answers: [answer, everybody, ...shopAnswers().answers],
  });
  await team(page).getByRole("button", { name: "Change team" }).click();
  const dialog = page.getByRole("dialog", { name: "Change team" });
  await dialog.getByRole("combobox", { name: "Add people" }).waitFor();
  await settled(page);
  return { page, dialog };
};

describe("a project's team", () => {
  it("adds several people and removes others in one change, by keyboard, and undoes it", async () => {
    const { answer, changes } = teamRoute();
    const { page, dialog } = await openTeam(answer);
    const field = dialog.getByRole("combobox", { name: "Add people" });
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    for (const { name } of newcomers) {
      await page.keyboard.type(name.slice(0, 4));
      await page.getByRole("option", { name: new RegExp(name) }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await field.fill("");
    }
    await page.keyboard.press("Escape");
    const member = dialog.getByRole("checkbox", { name: new RegExp(people.member.name) });
    await member.focus();
    await page.keyboard.press("Space");
    const preview = dialog.getByRole("region", { name: "Changes" });
    const lines = preview.getByRole("listitem");
    await expect
      .poll(() => lines.allTextContents())
      .toEqual([
        "Nora Example joins, and will see this project",
        "Omar Example joins, and will see this project",
        "Max Example leaves, and will no longer see this project",
      ]);
    await preview.getByText("Max Example leads it and will no longer see it.").waitFor();
    await dialog.getByRole("button", { name: "Save team" }).press("Enter");
    await page.getByText("2 people joined, 1 person left.").waitFor();
    expect(changes()).toMatchObject([
      { project_id: shop?.id, add: newcomers.map(({ id }) => id), remove: [people.member.id] },
    ]);
    await expect.poll(() => focused(page)).toBe("Change team");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(changes()[1]).toMatchObject({
      add: [people.member.id],
      remove: newcomers.map(({ id }) => id),
    });
  });

  it("offers neither client contacts nor offboarded people, and saves nothing without a preview", async () => {
    const { answer } = teamRoute();
    const { page, dialog } = await openTeam(answer);
    expect(await dialog.getByRole("button", { name: "Save team" }).isDisabled()).toBe(true);
    await dialog.getByRole("combobox", { name: "Add people" }).fill("Example");
    await page.getByRole("option", { name: /Nora/ }).waitFor();
    for (const name of ["Gone", "Clara", "Max", "Lena"]) {
      expect(await page.getByRole("option", { name: new RegExp(name) }).count()).toBe(0);
    }
  });

  it("names the person who prevents a change, and keeps the selection", async () => {
    const refusal = post(peopleRoute, () => {
      throw new AppError(409, "person_archived", "Nora Example has left. Invite them again");
    });
    const { page, dialog } = await openTeam(refusal);
    await dialog.getByRole("combobox", { name: "Add people" }).fill("Nora");
    await page.getByRole("option", { name: /Nora/ }).click();
    await dialog.getByText(/Nora Example has left. Invite them again/).waitFor();
    expect(await dialog.getByRole("button", { name: "Save team" }).isDisabled()).toBe(true);
    await dialog.getByText("Nora Example · Member").first().waitFor();
  });

  it("is read-only for a member", async () => {
    const page = await openConsole(address, {
      as: people.member,
      answers: [everybody, ...shopAnswers().answers],
    });
    await team(page).getByText(people.member.name).waitFor();
    expect(await team(page).getByRole("button").count()).toBe(0);
  });

  it.each([1440, 390] as const)("is changed accessibly at %i px", async (width) => {
    const { answer } = teamRoute();
    const { page, dialog } = await openTeam(answer, width);
    await dialog.getByRole("combobox", { name: "Add people" }).fill("Omar");
    await page.getByRole("option", { name: /Omar/ }).click();
    await page.keyboard.press("Escape");
    await dialog.getByText("joins, and will see this project").first().waitFor();
    if (width === 390) {
      await expectAccessible(page, "team on a phone");
      return void (await screenshot(page, "team-390"));
    }
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `team ${look}`);
      await screenshot(page, `team-${look}`);
    });
  });
});
