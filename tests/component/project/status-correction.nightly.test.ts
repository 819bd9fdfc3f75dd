/** A status that its author corrects; pgTAP of correct_status_update proves who may, and for how long. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import {
  portfolioActions,
  type StatusCorrectionAction,
} from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { type Answer, post, type Row, rows, rpc } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLookOfState,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projectSide, shop, shopAnswers } from "../fixtures/project-page.ts";

const address = `/projects/${shop?.id}`;
const HOUR_MS = 3_600_000;

/** A status of the lead, posted some hours ago. */
function statusOf(hoursAgo: number, fields: Row<"status_updates"> = {}) {
  return {
    id: idOf(9, 7),
    project_id: shop?.id ?? "",
    author_id: people.lead.id,
    health: "at_risk" as const,
    summary: "The supplier is late.",
    risks: "Weather",
    next_steps: null,
    version: 1,
    corrected_at: null,
    created_at: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString(),
    ...fields,
  };
}

function answersWith(
  status: ReturnType<typeof statusOf>,
  earlier: Row<"status_update_versions">[],
) {
  const { created_at: at, author_id, project_id: _, ...text } = status;
  return [
    ...projectSide({ status }),
    rows("status_update_versions", earlier),
    rpc("get_project_timeline", {
      entries: [
        {
          kind: "status_update",
          day: at.slice(0, 10),
          at,
          by: { id: author_id, name: people.lead.name },
          ...text,
        },
      ],
      next_before: null,
    }),
    ...shopAnswers().answers,
  ];
}

function correctionRoute(status: ReturnType<typeof statusOf>) {
  const requests: z.output<typeof StatusCorrectionAction>[] = [];
  const answer = post(portfolioActions, ({ body }) => {
    if (body.type !== "status_correction") throw new Error(`Not a correction: ${body.type}`);
    requests.push(body);
    const { type, status_update_id, ...text } = body;
    return {
      type,
      status_update: {
        ...status,
        ...text,
        risks: text.risks ?? null,
        next_steps: text.next_steps ?? null,
        version: text.version + 1,
        corrected_at: status.created_at,
      },
    };
  });
  return { answer, requests };
}

const correct = (page: Page) => page.getByRole("button", { name: "Correct status" });
const openProject = (answers: Answer[], as = people.lead) => openConsole(address, { as, answers });

describe("a posted status", () => {
  it("is corrected by its author by keyboard alone, and reverted", async () => {
    const status = statusOf(2);
    const { answer, requests } = correctionRoute(status);
    const page = await openProject([answer, ...answersWith(status, [])]);
    await correct(page).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Correct status" });
    await expect.poll(() => focusedText(page)).toBe("At risk");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    expect(await dialog.getByRole("radio", { checked: true }).textContent()).toBe("Off track");
    await page.keyboard.press("Tab");
    await page.keyboard.press("End");
    await page.keyboard.type(" Very late.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Status corrected.").waitFor();
    const changes = { health: "off_track", summary: "The supplier is late. Very late." };
    expect(requests).toMatchObject([
      { status_update_id: status.id, version: 1, ...changes, risks: "Weather", next_steps: null },
    ]);
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => focusedText(page)).toBe("Correct status");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(requests[1]).toMatchObject({ version: 2, health: "at_risk", summary: status.summary });
  });

  it("with a long word widens no page", async () => {
    const word = "Donaudampfschifffahrtsgesellschaft".repeat(6);
    const status = statusOf(2, { summary: word, risks: word });
    for (const [width, view] of [
      [1440, ""],
      [390, ""],
      [390, "?view=details"],
    ] as const) {
      const answers = answersWith(status, []);
      const page = await openConsole(address + view, { width, answers });
      await page.getByText(word).first().waitFor();
      await waitUntilLoaded(page);
      await expectAccessible(page, `a long word at ${width} pixels, ${view || "the timeline"}`);
    }
  });

  it.each([
    ["after a day", 25, people.lead],
    ["by an admin who did not write it", 2, people.admin],
    ["by a member who did not write it", 2, people.member],
  ])("is not corrected %s", async (_case, hoursAgo, as) => {
    const page = await openProject(answersWith(statusOf(hoursAgo), []), as);
    await page.getByText("The supplier is late.").waitFor();
    expect(await correct(page).count()).toBe(0);
  });

  it("offers the next step when its day ends while the form is open", async () => {
    const refusal = post(portfolioActions, () => {
      throw new AppError(
        409,
        "correction_closed",
        "A status can be corrected for a day after it was posted. Post a new status instead",
      );
    });
    const page = await openProject([refusal, ...answersWith(statusOf(23), [])]);
    await correct(page).click();
    const dialog = page.getByRole("dialog", { name: "Correct status" });
    await dialog.getByLabel("Summary").fill("Too late");
    await dialog.getByRole("button", { name: "Correct status" }).click();
    await dialog.getByText(/Post a new status instead/).waitFor();
    expect(await dialog.getByLabel("Summary").inputValue()).toBe("Too late");
  });

  it("shows its former text and that it was edited, on the timeline and on the card", async () => {
    const status = statusOf(30, { version: 2, corrected_at: new Date().toISOString() });
    const earlier = {
      status_update_id: status.id,
      project_id: status.project_id,
      version: 1,
      health: "on_track" as const,
      summary: "All is well.",
      risks: null,
      next_steps: null,
      written_at: status.created_at,
    };
    const page = await openProject(answersWith(status, [earlier]));
    const history = page.getByRole("list", { name: "Earlier versions" });
    const openEarlierVersions = async () => {
      await page.getByText(/^Edited /).click();
      await history.getByText("All is well.").waitFor();
      await history.getByText(/^Version 1, /).waitFor();
      await history.getByText("On track").waitFor();
    };
    await openEarlierVersions();
    await waitUntilLoaded(page);
    await inEveryLookOfState(page, async (name) => {
      await expectAccessible(page, `edited status ${name}`);
      await screenshot(page, `status-edited-${name}`);
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("tab", { name: "Details" }).click();
    await page.getByRole("region", { name: "Latest status" }).waitFor();
    await openEarlierVersions();
    await expectAccessible(page, "edited status on its card");
    await screenshot(page, "status-edited-card-390");
  });
});
