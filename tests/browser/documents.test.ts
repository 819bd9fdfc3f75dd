import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLook,
  screenshot,
  waitUntilLoaded,
} from "./console.ts";
import { demoFile, openPage, storedDocument, waitUntilPublished, withPage } from "./own-library.ts";
import { chooseProject, drop, uploadForm, uploadLine } from "./upload-page.ts";

const PATIENT_MS = 150_000;
const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const alpha = { project: "alpha" };

let organization: OwnOrganization;
beforeAll(async () => {
  organization = await makeOrganization();
});

describe("a lead", () => {
  it(
    "drops a PDF and a DOCX, watches their processing, and opens one at its page",
    async () => {
      const { lead } = organization.people;
      await withPage(lead, "/documents", "Documents", async (page) => {
        await page.getByRole("heading", { name: "No documents yet" }).waitFor();
        await inEveryLook(page, async (look) => {
          await expectAccessible(page, `empty library ${look}`);
          await screenshot(page, `documents-empty-${look}`);
        });

        await drop(page, [
          await demoFile("usability-report.pdf", "Usability report.pdf", "application/pdf"),
          await demoFile("accessibility-findings.docx", "Findings.docx", docx),
          { name: "photo.png", mimeType: "image/png", buffer: Buffer.from("x") },
        ]);
        const form = uploadForm(page);
        await form.getByText("1 file cannot be uploaded").waitFor();
        expect(await form.getByLabel("Title").first().inputValue()).toBe("Usability report");
        expect(await form.getByLabel("Kind").first().inputValue()).toBe("report");
        await waitUntilLoaded(page);
        await inEveryLook(page, async (look) => {
          await expectAccessible(page, `upload form ${look}`);
          await screenshot(page, `documents-upload-${look}`);
        });
        await form.getByRole("button", { name: "Upload 2 files" }).click();
        await form.getByText("Choose the project that the files belong to").waitFor();
        await chooseProject(page, alpha.project);
        await page.evaluate(watchSteps);
        await form.getByRole("button", { name: "Upload 2 files" }).click();

        await uploadLine(page, "Usability report").waitFor();
        await expect.poll(() => focusedText(page)).toBe("Uploads");
        await waitUntilPublished(page, "Usability report");
        await waitUntilPublished(page, "Findings");
        const steps = await page.evaluate(() => (window as unknown as WatchedWindow).seenSteps);
        expect(steps).toContainEqual(expect.stringMatching(/^Upload/));
        expect(steps).toContainEqual(
          expect.stringMatching(/^(Waiting to be processed|Reading|Indexing|Making it searchable)/),
        );
        await page.getByRole("status").filter({ hasText: "2 documents searchable" }).waitFor();
        await page.getByRole("rowheader", { name: /Usability report/ }).waitFor();
        await inEveryLook(page, async (look) => {
          await expectAccessible(page, `library ${look}`);
          await screenshot(page, `documents-${look}`);
        });

        await page.getByRole("rowheader").getByRole("link", { name: "Usability report" }).click();
        await page.getByRole("heading", { level: 1, name: "Usability report" }).waitFor();
        await expect.poll(() => focusedText(page)).toBe("Usability report");
        await page.getByText("6 pages").waitFor();
        await page.getByLabel("Go to page").fill("4");
        await page.getByRole("button", { name: "Go", exact: true }).click();
        await expect.poll(() => new URL(page.url()).hash).toBe("#page-4");
        await expect.poll(() => focusedText(page)).toBe("Page 4");

        const { id = "" } = (await storedDocument(organization.id, "Usability report")) ?? {};
        const [passage] = await owner<{ id: string; content: string }[]>`
          select id, content from public.passages
          where source_id = ${id} and location ->> 'page' = '5' order by position limit 1`;
        await openPage(page, `/documents/${id}?passage=${passage?.id}`, "Usability report");
        const mark = page.locator("[aria-current=true][data-marked]");
        await mark.waitFor();
        expect(await mark.textContent()).toContain(passage?.content.slice(0, 40));
        expect(await mark.evaluate(isInView)).toBe(true);
        await expect.poll(() => focusedText(page)).toContain(passage?.content.slice(0, 40));
        await inEveryLook(page, async (look) => {
          await expectAccessible(page, `document ${look}`);
          await screenshot(page, `document-${look}`);
        });

        const downloadEvent = page.waitForEvent("download");
        await page.getByRole("button", { name: "Download", exact: true }).click();
        const download = await downloadEvent;
        expect(download.suggestedFilename()).toBe("Usability report.pdf");
        const originalFile = await demoFile("usability-report.pdf", "", "");
        expect(await readFile(await download.path())).toEqual(originalFile.buffer);
        expect(new URL(page.url()).pathname).toBe(`/documents/${id}`);
      });
    },
    PATIENT_MS,
  );
});

interface WatchedWindow {
  seenSteps: string[];
}

/** Collects every word that an upload's line shows while it changes. */
function watchSteps() {
  const states = new Set<string>();
  const watchedWindow = window as unknown as WatchedWindow;
  watchedWindow.seenSteps = [];
  new MutationObserver(() => {
    for (const line of document.querySelectorAll("[data-phase] span")) {
      const text = line.textContent?.trim() ?? "";
      if (!states.has(text)) {
        states.add(text);
        watchedWindow.seenSteps.push(text);
      }
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}
