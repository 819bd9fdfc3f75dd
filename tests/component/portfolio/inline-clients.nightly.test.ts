/** Names and websites of clients and names of accounts, edited in the list; inline.test.ts proves projects. */
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { portfolioActions } from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { post, rows } from "../answers.ts";
import { expectAccessible, focusedText, openConsole, screenshot } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";

const at = "2026-11-18T09:00:00+00:00";

/** Each test has clients of its own, because the console remembers the version that it saved last. */
let tests = 0;

/** A list of two clients with one account, and the service that saves them. `refuse` throws a refusal. */
function clientService(refuse: () => void = () => {}) {
  tests += 10;
  const requests: unknown[] = [];
  const clients = [
    { id: idOf(2, 100 + tests), name: "Alder Foods", version: 3, website: null },
    { id: idOf(2, 101 + tests), name: "Birch Books", version: 4, website: "https://birch.example" },
  ].map((client) => ({ ...client, website: client.website as string | null, archived_at: null }));
  const account = { id: idOf(3, 100 + tests), client_id: idOf(2, 100 + tests), version: 7 };
  const accounts = [{ ...account, name: "Alder Retail", archived_at: null }];
  const saving = post(portfolioActions, ({ body }) => {
    if (body.type === "account_update") {
      const [row] = accounts;
      if (!row) throw new Error("No such account");
      requests.push([row.name, body.version, body.changes]);
      refuse();
      Object.assign(row, body.changes, { version: body.version + 1 });
      return {
        type: body.type,
        account: { ...row, created_at: at, updated_at: at },
      };
    }
    if (body.type !== "client_update") throw new Error(`Not a client: ${body.type}`);
    const client = clients.find(({ id }) => id === body.client_id);
    if (!client) throw new Error("No such client");
    requests.push([client.name, body.version, body.changes]);
    refuse();
    Object.assign(client, body.changes, { version: body.version + 1 });
    return { type: body.type, client: { ...client, note: null, created_at: at, updated_at: at } };
  });
  const answers = [rows("clients", () => clients), rows("accounts", () => accounts), saving];
  return { requests, clients, answers };
}

describe("in the list, a lead", () => {
  it("renames a client by keyboard, and undoes; Escape and an empty name change nothing", async () => {
    const { requests, answers } = clientService();
    const page = await openConsole("/clients", { answers });
    const name = page.getByRole("textbox", { name: "Name of Alder Foods" });
    await page.getByRole("button", { name: "Change name of Alder Foods" }).press("Enter");
    await name.fill("Elder Foods");
    await name.press("Escape");
    await expect.poll(() => focusedText(page)).toContain("Change name of Alder Foods");
    await page.keyboard.press("Enter");
    await name.fill("  ");
    await name.press("Enter");
    await page.getByText("Enter a name.").waitFor();
    await expectAccessible(page, "client renamed in place");
    expect(requests).toEqual([]);
    await name.fill("Zeder Foods");
    await name.press("Enter");
    await page.getByText("Client renamed.").waitFor();
    await page.getByRole("link", { name: "Zeder Foods", exact: true }).waitFor();
    // The row has moved to its new position in the order.
    await expect.poll(() => focusedText(page)).toContain("Change name of Zeder Foods");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    await page.getByRole("link", { name: "Alder Foods", exact: true }).waitFor();
    expect(requests).toEqual([
      ["Alder Foods", 3, { name: "Zeder Foods" }],
      ["Zeder Foods", 4, { name: "Alder Foods" }],
    ]);
  });

  it("changes a website when the focus leaves its field, once it is a web address", async () => {
    const { requests, answers } = clientService();
    const page = await openConsole("/clients", { answers });
    expect(await page.getByRole("link", { name: "birch.example" }).getAttribute("href")).toBe(
      "https://birch.example",
    );
    await page.getByRole("button", { name: /Change website of Alder Foods/ }).press("Enter");
    const website = page.getByRole("textbox", { name: "Website of Alder Foods" });
    await website.fill("alder.example");
    await website.press("Enter");
    await page.getByText("Enter a web address such as https://example.com.").waitFor();
    await website.fill("https://alder.example/");
    await page.keyboard.press("Tab");
    await page.getByText("Website saved.").waitFor();
    await page.getByRole("button", { name: "Change website of Birch Books" }).press("Enter");
    await page.getByRole("textbox", { name: "Website of Birch Books" }).fill("");
    await page.keyboard.press("Enter");
    await expect.poll(() => requests.length).toBe(2);
    expect(requests).toEqual([
      ["Alder Foods", 3, { website: "https://alder.example/" }],
      ["Birch Books", 4, { website: null }],
    ]);
  });

  it("renames an account", async () => {
    const { requests, answers } = clientService();
    const page = await openConsole("/clients?list=accounts", { answers });
    await page.getByRole("button", { name: "Change name of Alder Retail" }).click();
    await page.getByRole("textbox", { name: "Name of Alder Retail" }).fill("Alder Wholesale");
    await page.keyboard.press("Enter");
    await page.getByText("Account renamed.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(requests).toEqual([
      ["Alder Retail", 7, { name: "Alder Wholesale" }],
      ["Alder Wholesale", 8, { name: "Alder Retail" }],
    ]);
  });

  it("changes a client on a phone", async () => {
    const { requests, answers } = clientService();
    const page = await openConsole("/clients", { width: 390, answers });
    await page.getByRole("button", { name: "Change website of Birch Books" }).click();
    await page.getByRole("textbox", { name: "Website of Birch Books" }).press("Escape");
    await page.getByRole("button", { name: "Change name of Birch Books" }).click();
    await page.getByRole("textbox", { name: "Name of Birch Books" }).fill("Birch & Sons");
    await expectAccessible(page, "client renamed on a phone");
    await screenshot(page, "clients-inline-390");
    await page.keyboard.press("Enter");
    await page.getByText("Client renamed.").waitFor();
    expect(requests).toEqual([["Birch Books", 4, { name: "Birch & Sons" }]]);
  });

  it("chooses between both names if another person renamed the client first", async () => {
    let isStale = true;
    const { requests, clients, answers } = clientService(() => {
      if (!isStale) return;
      isStale = false;
      throw new AppError(409, "version_conflict", "Somebody changed it", {
        version: 5,
        current: { ...clients[0], name: "Alder Group", note: "Calls on Mondays", version: 5 },
        changes: [
          {
            version: 5,
            at,
            by: { id: people.admin.id, name: people.admin.name },
            fields: {
              name: { from: "Alder Foods", to: "Alder Group" },
              note: { from: null, to: "Calls on Mondays" },
            },
          },
        ],
      });
    });
    const page = await openConsole("/clients", { answers });
    await page.getByRole("button", { name: "Change name of Alder Foods" }).click();
    await page.getByRole("textbox", { name: "Name of Alder Foods" }).fill("Alder & Co");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /Review changes/ });
    await dialog.getByText("Changed by both").waitFor();
    await dialog.getByRole("radio", { name: /Alder Group/ }).waitFor();
    expect(await dialog.getByText("Calls on Mondays").count()).toBe(0);
    await expectAccessible(page, "conflict of a client in the list");
    await dialog.getByRole("button", { name: "Save these choices" }).click();
    await page.getByText("Client saved.").waitFor();
    expect(requests).toEqual([
      ["Alder Foods", 3, { name: "Alder & Co" }],
      ["Alder Foods", 5, { name: "Alder & Co" }],
    ]);
  });

  it("sees the former name again after a refusal", async () => {
    const { answers } = clientService(() => {
      throw new AppError(409, "client_exists", "There is already a client with this name");
    });
    const page = await openConsole("/clients", { answers });
    await page.getByRole("button", { name: "Change name of Alder Foods" }).click();
    await page.getByRole("textbox", { name: "Name of Alder Foods" }).fill("Birch Books");
    await page.keyboard.press("Enter");
    await page.getByText("There is already a client with this name.").waitFor();
    await page.getByRole("link", { name: "Alder Foods", exact: true }).waitFor();
  });
});

it("a member reads the list and edits nothing in it", async () => {
  const page = await openConsole("/clients", {
    as: people.member,
    answers: clientService().answers,
  });
  await page.getByRole("link", { name: "Alder Foods", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: /Change (name|website) of/ }).count()).toBe(0);
});
