import { describe, expect, it } from "vitest";
import { at, rows } from "../answers.ts";
import { expectAccessible, inEveryLook, openConsole, screenshot } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";

const [first] = projects;
if (!first) throw new Error("The fixture has no projects");

const clientRows = rows("clients", [
  { id: first.client_id, name: first.client_name, archived_at: null },
  { id: idOf(2, 80), name: "Former Foods", archived_at: "2026-01-09T09:00:00+00:00" },
]);

describe("the list of clients", () => {
  it("adds up each client’s projects, accessibly in every look", async () => {
    const page = await openConsole("/clients");
    const own = projects.filter(({ client_id }) => client_id === first.client_id);
    const row = page.getByRole("row", { name: new RegExp(first.client_name) });
    const active = own.filter(({ status }) => status === "active").length;
    await row.getByRole("cell", { name: String(active), exact: true }).waitFor();
    await row.getByRole("link", { name: first.account_name }).waitFor();
    await page.getByText(/^Total: \d clients$/).waitFor();
    await inEveryLook(page, async (look) => {
      await page.getByRole("link", { name: first.client_name, exact: true }).waitFor();
      await expectAccessible(page, `clients ${look}`, { everyRule: look.startsWith("390") });
      await screenshot(page, `clients-${look}`);
    });
  });

  it("keeps list, search and order in the URL, and lists accounts with their client", async () => {
    const page = await openConsole("/clients");
    await page.getByText("Accounts", { exact: true }).first().click();
    await page.getByLabel("Search accounts").fill(first.account_name);
    await page.waitForURL(/q=/);
    await page.getByRole("link", { name: first.account_name, exact: true }).waitFor();
    await page.getByRole("button", { name: "Hours" }).click();
    await page.waitForURL(/sort=hours/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      list: "accounts",
      q: first.account_name,
      sort: "hours",
      dir: "desc",
    });
    await page.getByRole("button", { name: `Actions for ${first.account_name}` }).click();
    await page.getByRole("menuitem", { name: "Rename account" }).waitFor();
  });

  it("leaves archived clients out unless they are requested, and restores them through the form", async () => {
    const page = await openConsole("/clients", { answers: [clientRows] });
    await page.getByRole("link", { name: first.client_name, exact: true }).waitFor();
    expect(await page.getByText("Former Foods").count()).toBe(0);
    await page.getByLabel("State").selectOption("archived");
    await page.getByRole("button", { name: "Actions for Former Foods" }).click();
    await page.getByRole("menuitem", { name: "Edit client" }).click();
    await page.getByRole("dialog", { name: "Edit client" }).getByLabel("Archived").waitFor();
  });

  it("states its purpose and the first step when there is no client", async () => {
    const page = await openConsole("/clients", { answers: [rows("clients", [])] });
    await page.getByRole("button", { name: "Create a client" }).click();
    await page.getByRole("dialog", { name: "New client" }).getByLabel("Name").waitFor();
  });

  it("offers members no change, and explains a search without a match", async () => {
    const page = await openConsole("/clients?q=zzzz", { as: people.member });
    await page.getByText("No client matches this search.").waitFor();
    expect(await page.getByRole("button", { name: "New client" }).count()).toBe(0);
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByRole("link", { name: first.client_name, exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /^Actions for/ }).count()).toBe(0);
  });

  it("reports a failure and offers a retry", async () => {
    let fails = true;
    const failing = at("GET", "/rest/v1/clients", () =>
      fails
        ? Response.json({ code: "42501", message: "denied" }, { status: 403 })
        : Response.json([{ id: first.client_id, name: first.client_name, archived_at: null }]),
    );
    const page = await openConsole("/clients", { answers: [failing] });
    await page.getByRole("alert").waitFor();
    fails = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: first.client_name, exact: true }).waitFor();
  });
});
