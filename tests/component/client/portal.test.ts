import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { clientPortal } from "../../../supabase/functions/_domain/portal/contract.ts";
import { get, post } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLookOfSample,
  inEveryLookOfState,
  openConsole,
  screenshot,
} from "../console.ts";
import { idOf } from "../fixtures/people.ts";
import { emptyPortal, fullPortal } from "../fixtures/portal.ts";
import { asClient, recordingPortal } from "./recording-portal.ts";

describe("the portal shows", () => {
  it("everything published for the client, at /portal, accessibly in every look", async () => {
    const page = await openConsole("/portal", { ...asClient, answers: recordingPortal().answers });
    await page.getByRole("heading", { level: 2, name: "Quay redesign" }).waitFor();
    await page.getByText("62.5 of 100 hours used").waitFor();
    expect(await page.getByText("This link does not work").count()).toBe(0);
    await page.getByText("The tour page is ready").waitFor();
    expect(await page.getByRole("listitem").filter({ hasText: "The map has" }).textContent()).toBe(
      "The map has all paths.",
    );
    await page.getByText("Yes, in German and English.").waitFor();
    await page
      .getByText("No updates or deliverables yet. You will see them here once they are published.")
      .waitFor();
    await page.getByText("Two more stations").click();
    await page.getByText("+12 hours · +€1,200.00 · from 20 Nov 2026").waitFor();
    expect(await page.getByText("You chose the second design.").isVisible()).toBe(false);
    await page.getByText("Earlier updates").click();
    expect(await page.getByText("You chose the second design.").isVisible()).toBe(true);
    await page.getByText("Phase 2").click();
    expect(await page.getByRole("table").getByRole("row").allTextContents()).toEqual([
      "PageHours",
      "Wegbeschreibungsübersicht12",
    ]);
    await page.getByText("Not the audio.", { exact: true }).waitFor();
    await inEveryLookOfSample(page, async (look) => {
      await expectAccessible(page, `client portal ${look}`);
      await screenshot(page, `client-portal-${look}`);
    });
  });

  it("a notice at a link that does not work, until it is dismissed", async () => {
    const page = await openConsole("/portal/expired", {
      ...asClient,
      answers: recordingPortal().answers,
    });
    const notice = page.getByRole("status").filter({ hasText: "This link does not work" });
    await notice.getByText("ask your contact at", { exact: false }).waitFor();
    await page.getByRole("heading", { level: 2, name: "Quay redesign" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/portal");
    await expectAccessible(page, "client portal at a wrong link");
    await screenshot(page, "client-portal-wrong-link");
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await notice.waitFor({ state: "detached" });
  });

  it("hours beyond the budget with their excess, in every look", async () => {
    const [project] = fullPortal.projects;
    if (!project) throw new Error("The fixture has a project");
    const portal = {
      ...fullPortal,
      projects: [{ ...project, hours: { used: 202.5, budget: 120 } }],
    };
    const page = await openConsole("/portal", {
      ...asClient,
      answers: [get(clientPortal, portal)],
    });
    await page.getByText("202.5 of 120 hours used").waitFor();
    const bar = page.getByRole("progressbar", { name: "Hours used" });
    expect(await bar.getAttribute("aria-valuetext")).toBe("202.5 of 120 hours used");
    await page.getByText("82.5 hours over budget").waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `client portal over budget ${look}`);
      await screenshot(page, `client-portal-over-budget-${look}`);
    });
  });

  it("its purpose if there are no projects, and a failure with a way to try again", async () => {
    let fails = true;
    const flaky = get(clientPortal, () => {
      if (fails) throw new AppError(503, "database_unavailable", "…");
      return emptyPortal;
    });
    const page = await openConsole("/portal", { ...asClient, answers: [flaky] });
    await page.getByRole("alert").waitFor();
    fails = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(/Northlight Studio has no projects with you yet/).waitFor();
  });
});

describe("a client", () => {
  it("approves a deliverable by keyboard and downloads a record of it", async () => {
    const { answers, actions } = recordingPortal();
    const page = await openConsole("/portal", { ...asClient, answers });
    await page.getByRole("button", { name: "Approve deliverable" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Approve deliverable" });
    await dialog.getByText(/An approval is final/).waitFor();
    await dialog.getByRole("button", { name: "Approve deliverable" }).press("Enter");
    await page.getByText(/^Approved by Clara Example/).waitFor();
    await expect.poll(() => focusedText(page)).toBe(fullPortal.deliverables[0]?.title);
    expect(actions).toEqual([
      {
        action: "decide_deliverable",
        deliverable_id: idOf(18, 4),
        content_hash: "a".repeat(64),
        decision: "approved",
      },
    ]);
    expect(await page.getByRole("button", { name: "Approve deliverable" }).count()).toBe(0);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download decision record" }).click();
    const record = await readFile(await (await download).path(), "utf8");
    expect(record).toContain("Decision: Approved\nBy: Clara Example");
    expect(record).toContain(`SHA-256 of the file: ${"b".repeat(64)}`);
  });

  it("requests changes with a comment, which is required", async () => {
    const { answers, actions } = recordingPortal();
    const page = await openConsole("/portal", { ...asClient, answers });
    await page.getByRole("button", { name: "Request changes" }).click();
    const dialog = page.getByRole("dialog", { name: "Request changes" });
    await dialog.getByRole("button", { name: "Request changes" }).click();
    await dialog.getByText("Describe the changes that you need").waitFor();
    expect(actions).toEqual([]);
    await dialog.getByLabel("Changes").fill("The logo is too small.");
    await dialog.getByRole("button", { name: "Request changes" }).click();
    await page.getByText(/Changes requested by Clara Example.*: The logo is too small\./).waitFor();
  });

  it("reads why a decision was refused, and loses no text", async () => {
    const { answers } = recordingPortal(
      () =>
        new AppError(
          409,
          "deliverable_changed",
          "The deliverable has changed since you opened it. Open it again",
        ),
    );
    const page = await openConsole("/portal", { ...asClient, answers });
    await page.getByRole("button", { name: "Request changes" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Changes").fill("The logo is too small.");
    await dialog.getByRole("button", { name: "Request changes" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(await dialog.getByLabel("Changes").inputValue()).toBe("The logo is too small.");
  });

  it("sends a request and sees by when to expect a response", async () => {
    const { answers, actions } = recordingPortal();
    const page = await openConsole("/portal", { ...asClient, answers });
    await page.getByRole("button", { name: "Send a request" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Request for Quay redesign" });
    await dialog.getByLabel("Your request").fill("When is the launch?");
    await dialog.getByRole("button", { name: "Send request" }).click();
    await page.getByText("Request sent. You will get a response by 18 Nov 2026.").waitFor();
    await expect.poll(() => focusedText(page)).toBe("Send a request");
    await page.getByText("When is the launch?").waitFor();
    expect(actions).toEqual([
      {
        action: "request",
        project_id: idOf(4, 1),
        kind: "question",
        text: "When is the launch?",
      },
    ]);
  });
});

describe("unsent text", () => {
  it("is kept when Escape, a click outside or Cancel would close a request, until it is discarded", async () => {
    const { answers, actions } = recordingPortal();
    const page = await openConsole("/portal", { ...asClient, width: 1440, answers });
    const open = page.getByRole("button", { name: "Send a request" }).first();
    const dialog = page.getByRole("dialog", { name: "Request for Quay redesign" });
    const question = page.getByRole("dialog", { name: "Discard your request?" });
    await open.click();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await open.click();
    await dialog.getByLabel("Your request").fill("When is the launch?");
    const closings = [
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(5, 400),
      () => dialog.getByRole("button", { name: "Cancel" }).click(),
      () => dialog.getByRole("button", { name: "Close" }).click(),
    ];
    for (const close of closings) {
      await close();
      await question.waitFor();
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "detached" });
      expect(await dialog.getByLabel("Your request").inputValue()).toBe("When is the launch?");
    }
    await page.keyboard.press("Escape");
    await question.waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `unsent request ${look}`);
      await screenshot(page, `client-request-unsent-${look}`);
    });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await question.getByRole("button", { name: "Discard request" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(actions).toEqual([]);
  });
});

describe("a lead", () => {
  it("sees the portal as the client does, under a banner, without the client's buttons", async () => {
    const queries: unknown[] = [];
    const answers = [
      get(clientPortal, ({ query }) => {
        queries.push(query);
        return fullPortal;
      }),
      post(clientPortal, ({ body }) => {
        if (body.action !== "prepare_access") throw new Error(`Not expected: ${body.action}`);
        return {
          action: body.action,
          contacts: [
            {
              id: idOf(5, 5),
              name: "Clara Example",
              email: "clara@demo.test",
              access: "active" as const,
            },
          ],
          portal: fullPortal,
        };
      }),
    ];
    const page = await openConsole(`/clients/${idOf(2, 1)}/portal`, { answers });
    await page.getByText("You see the portal as Harbour Museum does").waitFor();
    await page.getByText("Clara Example (clara@demo.test) has access").waitFor();
    await page.getByRole("heading", { level: 2, name: "Quay redesign" }).waitFor();
    expect(queries).toEqual([{ client_id: idOf(2, 1) }]);
    expect(
      await page.getByRole("button", { name: /Approve deliverable|Send a request/ }).count(),
    ).toBe(0);
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `see as client ${look}`);
      await screenshot(page, `see-as-client-${look}`);
    });
  });
});
