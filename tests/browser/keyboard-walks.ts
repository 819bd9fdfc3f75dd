/** Daily tasks by keyboard alone, also at the width of a phone. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { newPage, waitUntilLoaded, type widths } from "./console.ts";
import { choose, expectFocusOn, focusedName, reopenAfterEscape, tabTo } from "./keyboard-steps.ts";

type Width = (typeof widths)[number];
type WithPage = (
  role: "lead" | "client",
  address: string,
  run: (page: Page) => Promise<void>,
) => Promise<void>;

/** Returns a function that runs a walk on a page. All walks that use this function share a new organization. */
function withPageOf(width: Width): WithPage {
  let organization: OwnOrganization;
  beforeAll(async () => {
    organization = await makeOrganization();
  });
  return async (role, address, run) => {
    const page = await newPage({ width }, organization.people[role].email);
    try {
      await page.goto(address);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await waitUntilLoaded(page);
      await run(page);
    } catch (error) {
      // The report of a run shows only the first line of an error, and that line names no element.
      const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : error;
      const alerts = await page.getByRole("alert").allTextContents();
      throw new Error(
        `${reason}; focus on “${await focusedName(page)}”; alerts: ${alerts.join(", ") || "none"}`,
        { cause: error },
      );
    } finally {
      await page.close();
    }
  };
}

/** Declares two walks: in one, a new card takes the focus; in the other, the focus returns to the button. */
export function walkWithForms(width: Width): void {
  const withPage = withPageOf(width);

  it("a lead proposes a card, which opens and takes the focus", async () => {
    await withPage("lead", "/inbox", async (page) => {
      await tabTo(page, "Propose a card");
      await reopenAfterEscape(page, "Propose a card", "Propose a card");
      await page.getByRole("dialog").getByLabel("Title").waitFor();
      await tabTo(page, "Project");
      await choose(page, "alpha", "alpha");
      await tabTo(page, "Title");
      await page.keyboard.type(`Call the printer ${width}`);
      await tabTo(page, "Propose card");
      await page.keyboard.press("Enter");
      await page
        .getByRole("heading", { level: 2, name: new RegExp(`Call the printer ${width}`) })
        .waitFor();
      await waitUntilLoaded(page);
      await expectFocusOn(page, new RegExp(`Call the printer ${width}`));
    });
  });

  it("a client sends a request", async () => {
    await withPage("client", "/portal", async (page) => {
      await tabTo(page, "Send a request");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectFocusOn(page, "Send a request");
      await page.keyboard.press("Enter");
      await expectFocusOn(page, "Your request");
      await page.keyboard.type("When is the launch?");
      await tabTo(page, "Kind", "Shift+Tab");
      await page.keyboard.press("ArrowDown");
      await page.getByRole("option", { name: "Change" }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await tabTo(page, "Send request");
      await page.keyboard.press("Enter");
      await page.getByText(/^Request sent/).waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectFocusOn(page, "Send a request");
    });
  });
}

/** Declares the other walks. Each of their steps is also proved by walkWithForms or by a component test. */
export function walkWithMoreForms(width: Width): void {
  const withPage = withPageOf(width);

  it("a lead creates a client", async () => {
    await withPage("lead", "/clients", async (page) => {
      await tabTo(page, "New client");
      await reopenAfterEscape(page, "New client", "New client");
      await expectFocusOn(page, "Name");
      await page.keyboard.type(`Quay Museum ${width}`);
      await tabTo(page, "Create client");
      await page.keyboard.press("Enter");
      await page.getByText(`Quay Museum ${width} is now a client.`).waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectFocusOn(page, "New client");
    });
  });

  it("a lead creates a project, whose page takes the focus", async () => {
    await withPage("lead", "/portfolio", async (page) => {
      await tabTo(page, "New project");
      await reopenAfterEscape(page, "New project", "New project");
      await expectFocusOn(page, "Name");
      await page.keyboard.type(`Museum guide ${width}`);
      await tabTo(page, "Existing account");
      // The radio button above the field has this name too.
      if (!(await page.locator(":focus[role=combobox], :focus[aria-haspopup]").count())) {
        await tabTo(page, "Existing account");
      }
      await choose(page, "Harbour", "Harbour shop");
      await tabTo(page, "Create project");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: `Museum guide ${width}` }).waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectFocusOn(page, `Museum guide ${width}`);
    });
  });

  it("a lead creates a task, then edits it in its panel", async () => {
    await withPage("lead", "/tasks", async (page) => {
      await tabTo(page, "New task");
      await reopenAfterEscape(page, "New task", "New task");
      await expectFocusOn(page, "Title");
      await page.keyboard.type(`Order paper ${width}`);
      await tabTo(page, "Project");
      await choose(page, "alpha", "alpha");
      await tabTo(page, "Create task");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectFocusOn(page, "New task");
      await page
        .getByRole("link", { name: `Order paper ${width}` })
        .first()
        .waitFor();
      await tabTo(page, `Order paper ${width}`);
      await page.keyboard.press("Enter");
      await page
        .getByRole("dialog")
        .getByRole("heading", { name: `Order paper ${width}` })
        .or(page.getByRole("dialog").getByLabel("Title"))
        .first()
        .waitFor();
      await waitUntilLoaded(page);
      await tabTo(page, "Estimate");
      await page.keyboard.type("3");
      await page.keyboard.press("Tab");
      await page.getByText("Saved", { exact: false }).first().waitFor();
      await expectFocusOn(page, "Estimate from finished work");
      await tabTo(page, "Labels");
      // The field has no list of suggestions here, so Escape closes the panel.
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectFocusOn(page, `Order paper ${width}`);
    });
  });

  it("a lead filters the tasks and saves the view", async () => {
    await withPage("lead", "/tasks", async (page) => {
      await tabTo(page, "Search tasks");
      await page.keyboard.type("a");
      await page.waitForURL(/q=a/);
      await tabTo(page, "Assignee");
      await choose(page, "Unassigned", "Unassigned");
      await page.waitForURL(/assignee=none/);
      await expectFocusOn(page, "Assignee");
      await tabTo(page, "Done");
      await page.keyboard.press("Space");
      await page.waitForURL(/status=/);
      await expectFocusOn(page, "Done");
      await tabTo(page, "Views", "Shift+Tab");
      await page.keyboard.press("Enter");
      const save = page.getByRole("menuitem", { name: "Save this view…" });
      await save.waitFor();
      await page.keyboard.press("Escape");
      await save.waitFor({ state: "detached" });
      await expectFocusOn(page, "Views");
      await page.keyboard.press("Enter");
      await save.waitFor();
      await expect.poll(() => focusedName(page)).not.toBe("Views");
      for (let press = 0; press < 9 && (await focusedName(page)) !== "Save this view…"; press++) {
        await page.keyboard.press("ArrowDown");
      }
      await expectFocusOn(page, "Save this view…");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Save this view" }).waitFor();
      await expectFocusOn(page, "Name");
      await page.keyboard.type(`Loose ends ${width}`);
      await page.keyboard.press("Enter");
      await page.getByText(`“Loose ends ${width}” saved.`).waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectFocusOn(page, "Views");
    });
  });

  it("a lead logs hours", async () => {
    await withPage("lead", "/time", async (page) => {
      if (width === 390) {
        await tabTo(page, "Log hours");
        await reopenAfterEscape(page, /.+/, "Log hours");
      } else {
        await tabTo(page, /^Add (a )?row/);
        await page.keyboard.press("Enter");
        await page.getByRole("dialog").waitFor();
      }
      await tabTo(page, "Project");
      await choose(page, "beta", "beta");
      if (width === 390) {
        await tabTo(page, "Hours");
        await page.keyboard.type("1:30");
        await tabTo(page, "Log hours");
        await page.keyboard.press("Enter");
        await page.getByRole("dialog").waitFor({ state: "detached" });
        await expect.poll(() => focusedName(page)).not.toBe("");
        await page
          .getByRole("button", { name: /^Edit beta/ })
          .first()
          .waitFor();
      } else {
        await tabTo(page, "Add row");
        await page.keyboard.press("Enter");
        await page.getByRole("dialog").waitFor({ state: "detached" });
        await expectFocusOn(page, /beta/);
        await page.keyboard.type("1.5");
        await page.keyboard.press("Enter");
        await page.getByText(/1\.5 h on beta/).waitFor();
        await expectFocusOn(page, /beta/);
      }
    });
  });
}
