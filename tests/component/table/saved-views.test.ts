import { describe, expect, it } from "vitest";
import { rows } from "../answers.ts";
import { expectAccessible, openConsole, screenshot } from "../console.ts";
import { documentRow } from "../fixtures/documents.ts";
import { people } from "../fixtures/people.ts";
import { taskService } from "../fixtures/tasks.ts";
import { viewOf, viewService } from "./view-service.ts";

const own = viewOf(1, "Unassigned", { query: "assignee=none" });

const sharedView = viewOf(2, "Blocked work", {
  query: "status=blocked&sort=title",
  is_shared: true,
  is_own: false,
  owner: { id: people.member.id, name: people.member.name },
});

const open = (service: ReturnType<typeof viewService>, address: string, width: 1440 | 390 = 1440) =>
  openConsole(address, {
    width,
    answers: [...service.answers, ...taskService([]).answers, rows("project_members", [])],
  });

describe("saved views", () => {
  it("open with their filters and order, and the menu marks the one that is shown", async () => {
    const page = await open(viewService([own, sharedView]), "/tasks");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByText("Shared by colleagues").waitFor();
    await page.getByRole("menuitemradio", { name: "Blocked work" }).click();
    await page.waitForURL(/status=blocked&sort=title/);
    await page.getByRole("button", { name: "Views" }).click();
    const checkedItem = page.getByRole("menuitemradio", { name: "Blocked work", checked: true });
    await checkedItem.waitFor();
    await expectAccessible(page, "menu of views");
    await screenshot(page, "views-menu");
  });

  it("keep the filters of the URL, and can be shared", async () => {
    const service = viewService([]);
    const page = await open(service, "/tasks?assignee=me&sort=title", 390);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByText("A view saves the filters and the order of this list.").waitFor();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    const dialog = page.getByRole("dialog", { name: "Save this view" });
    await dialog.getByLabel("Name").fill("Mine by title");
    await dialog.getByLabel("Share with colleagues").check();
    await expectAccessible(page, "saving a view");
    await page.keyboard.press("Enter");
    await page.getByText("“Mine by title” saved.").waitFor();
    expect(service.actions).toEqual([
      {
        type: "view_create",
        page: "tasks",
        name: "Mine by title",
        query: "assignee=me&sort=title",
        is_shared: true,
      },
    ]);
  });

  it("leave out the upload form of the documents", async () => {
    const service = viewService([]);
    const page = await openConsole("/documents?kind=report&sort=title", {
      answers: [...service.answers, rows("document_summaries", [documentRow(1)])],
    });
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Reports");
    await page.keyboard.press("Enter");
    await page.getByText("“Reports” saved.").waitFor();
    const savedView = { page: "documents", query: "kind=report&sort=title" };
    expect(service.actions).toEqual([expect.objectContaining(savedView)]);
    await page.getByRole("button", { name: "Upload" }).first().click();
    await page.waitForURL(/upload=1/);
    const form = page.getByRole("dialog", { name: "Upload documents" });
    await form.waitFor();
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitemradio", { name: "Reports", checked: true }).waitFor();
  });

  it("replace a view of the same name", async () => {
    const service = viewService([own]);
    const page = await open(service, "/tasks?sort=title");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    await page.getByLabel("Name").fill("unassigned");
    await page.getByRole("button", { name: "Replace view" }).click();
    await page.getByText("“Unassigned” replaced.").waitFor();
    expect(service.actions[0]).toMatchObject({ id: own.id, changes: { query: "sort=title" } });
  });

  it("are renamed, shared and deleted by their owner, with undo", async () => {
    const service = viewService([own, sharedView]);
    const page = await open(service, "/tasks");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Manage views…" }).click();
    const dialog = page.getByRole("dialog", { name: "Manage views" });
    await dialog.getByText(`Shared by ${people.member.name}`).waitFor();
    expect(await dialog.getByRole("button", { name: "Delete Blocked work" }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Share Unassigned" }).click();
    await dialog.getByRole("button", { name: "Stop sharing Unassigned" }).waitFor();
    await dialog.getByRole("button", { name: "Rename Unassigned" }).click();
    await dialog.getByLabel("New name of Unassigned").fill("Nobody’s");
    await dialog.getByRole("button", { name: "Rename view" }).click();
    await dialog.getByRole("button", { name: "Delete Nobody’s" }).click();
    await page.getByText("“Nobody’s” deleted.").waitFor();
    await expect.poll(() => dialog.getByText("Nobody’s").count()).toBe(0);
    await page
      .getByRole("status")
      .filter({ hasText: "deleted" })
      .getByRole("button", { name: "Undo" })
      .click();
    await dialog.getByText("Nobody’s").waitFor();
    expect(service.actions.map((action) => "changes" in action && action.changes)).toEqual([
      { is_shared: true },
      { name: "Nobody’s" },
      { is_archived: true },
      { is_archived: false },
    ]);
  });
});
