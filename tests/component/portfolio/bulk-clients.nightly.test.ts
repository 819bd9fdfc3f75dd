/** The same for clients; bulk.test.ts proves it for projects. */
import { expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { portfolioActions } from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { post, rows } from "../answers.ts";
import { expectAccessible, focusedText, openConsole, screenshot } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";

const names = ["Alder Foods", "Birch Books", "Cedar Cars"];
const clients = rows(
  "clients",
  names.map((name, index) => ({
    id: idOf(2, 80 + index),
    name,
    version: index + 3,
    archived_at: index === 2 ? "2026-01-09T09:00:00+00:00" : null,
  })),
);

function clientService(refused: string[] = []) {
  const requests: unknown[] = [];
  const answer = post(portfolioActions, ({ body }) => {
    if (body.type !== "client_update") throw new Error(`Not a client: ${body.type}`);
    const index = names.findIndex((_, position) => idOf(2, 80 + position) === body.client_id);
    const name = names[index] ?? "";
    requests.push([name, body.version, body.changes]);
    if (refused.includes(name)) {
      throw new AppError(409, "client_in_use", "2 projects of this client have not ended");
    }
    const at = "2026-11-18T09:00:00+00:00";
    return {
      type: body.type,
      client: {
        id: body.client_id,
        name,
        website: null,
        note: null,
        version: body.version + 1,
        created_at: at,
        updated_at: at,
        archived_at: body.changes.is_archived ? at : null,
      },
    };
  });
  return { requests, answers: [clients, answer] };
}

it("a lead archives clients by keyboard after a preview, and undoes it", async () => {
  const { requests, answers } = clientService();
  const page = await openConsole("/clients?state=all", { answers });
  for (const name of names) {
    await page.getByRole("link", { name, exact: true }).focus();
    await page.keyboard.press("x");
  }
  await page.getByText("3 clients selected").waitFor();
  await page.getByRole("button", { name: "Archive clients" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Archive 3 clients" });
  await expect.poll(() => focusedText(page)).toBe("2 clients will change, 1 unchanged");
  await expectAccessible(page, "bulk archive of clients");
  expect(requests).toEqual([]);
  await dialog.getByRole("button", { name: "Archive 2 clients" }).click();
  await page.getByText("2 clients archived.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone.").waitFor();
  expect(requests).toEqual([
    ["Alder Foods", 3, { is_archived: true }],
    ["Birch Books", 4, { is_archived: true }],
    ["Alder Foods", 4, { is_archived: false }],
    ["Birch Books", 5, { is_archived: false }],
  ]);
});

it("on a phone, a client with running projects is named and the others are archived", async () => {
  const { requests, answers } = clientService(["Alder Foods"]);
  const page = await openConsole("/clients", { width: 390, answers });
  await page.getByRole("checkbox", { name: "Select: Alder Foods" }).check();
  await page.getByRole("checkbox", { name: "Select: Birch Books" }).check();
  await expectAccessible(page, "selected clients on a phone");
  await screenshot(page, "clients-selected-390");
  await page.getByRole("button", { name: "Archive clients" }).click();
  const dialog = page.getByRole("dialog", { name: "Archive 2 clients" });
  await dialog.getByRole("button", { name: "Archive 2 clients" }).click();
  await dialog.getByRole("heading", { name: "1 client changed, 1 can't be changed" }).waitFor();
  await dialog.getByText("Not changed: 2 projects of this client have not ended.").waitFor();
  expect(requests).toHaveLength(2);
});

it("a member can't select clients", async () => {
  const page = await openConsole("/clients", { as: people.member, answers: [clients] });
  await page.getByRole("link", { name: "Alder Foods", exact: true }).waitFor();
  expect(await page.getByRole("checkbox", { name: /^Select/ }).count()).toBe(0);
});
