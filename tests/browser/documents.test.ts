import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { expectAccessible, focused, inEveryLook, screenshot, settled } from "./console.ts";
import { demoFile, inside, open, published, READ_MS, stored } from "./own-library.ts";
import { chooseProject, drop, textFile, uploadForm, uploadLine } from "./upload-page.ts";

const PATIENT_MS = 150_000;
const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const alpha = { project: "alpha" };

let organization: OwnOrganization;
beforeAll(async () => {
  organization = await makeOrganization();
});

/** Uploads a file through the form, to the project alpha unless the page sets one. */
async function upload(page: Page, file: ReturnType<typeof textFile>, title: string) {
  await page.getByRole("button", { name: "Upload", exact: true }).first().click();
  await uploadForm(page).locator('input[type="file"]').setInputFiles(file);
  await uploadForm(page).getByLabel("Title").fill(title);
  await chooseProject(page, alpha.project);
  await uploadForm(page).getByRole("button", { name: "Upload 1 file" }).click();
}

describe("a lead", () => {
  it(
    "drops a PDF and a DOCX, watches their processing, and opens one at its page",
    async () => {
      const { lead } = organization.people;
      await inside(lead, "/documents", "Documents", async (page) => {
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
        await settled(page);
        await inEveryLook(page, async (look) => {
          await expectAccessible(page, `upload form ${look}`);
          await screenshot(page, `documents-upload-${look}`);
        });
        await form.getByRole("button", { name: "Upload 2 files" }).click();
        await form.getByText("Choose the project they belong to").waitFor();
        await chooseProject(page, alpha.project);
        await page.evaluate(watchSteps);
        await form.getByRole("button", { name: "Upload 2 files" }).click();

        await uploadLine(page, "Usability report").waitFor();
        await expect.poll(() => focused(page)).toBe("Uploads");
        await published(page, "Usability report");
        await published(page, "Findings");
        const steps = await page.evaluate(() => (window as unknown as Watched).seenSteps);
        expect(steps).toContainEqual(expect.stringMatching(/^Upload/));
        expect(steps).toContainEqual(
          expect.stringMatching(
            /^(Waiting to be processed|Reading|Embedding|Making it searchable)/,
          ),
        );
        await page.getByRole("status").filter({ hasText: "2 documents searchable" }).waitFor();
        await page.getByRole("rowheader", { name: /Usability report/ }).waitFor();
        await inEveryLook(page, async (look) => {
          await expectAccessible(page, `library ${look}`);
          await screenshot(page, `documents-${look}`);
        });

        await page.getByRole("rowheader").getByRole("link", { name: "Usability report" }).click();
        await page.getByRole("heading", { level: 1, name: "Usability report" }).waitFor();
        await expect.poll(() => focused(page)).toBe("Usability report");
        await page.getByText("6 pages").waitFor();
        await page.getByLabel("Go to page").fill("4");
        await page.getByRole("button", { name: "Go", exact: true }).click();
        await expect.poll(() => new URL(page.url()).hash).toBe("#page-4");
        await expect.poll(() => focused(page)).toBe("Page 4");

        const { id = "" } = (await stored(organization.id, "Usability report")) ?? {};
        const [passage] = await owner<{ id: string; content: string }[]>`
          select id, content from public.passages
          where source_id = ${id} and location ->> 'page' = '5' order by position limit 1`;
        await open(page, `/documents/${id}?passage=${passage?.id}`, "Usability report");
        const marked = page.locator("[aria-current=true][data-marked]");
        await marked.waitFor();
        expect(await marked.textContent()).toContain(passage?.content.slice(0, 40));
        expect(await marked.evaluate(isInView)).toBe(true);
        await expect.poll(() => focused(page)).toContain(passage?.content.slice(0, 40));
        await inEveryLook(page, async (look) => {
          await expectAccessible(page, `document ${look}`);
          await screenshot(page, `document-${look}`);
        });

        const saving = page.waitForEvent("download");
        await page.getByRole("button", { name: "Download", exact: true }).click();
        const download = await saving;
        expect(download.suggestedFilename()).toBe("Usability report.pdf");
        const original = await demoFile("usability-report.pdf", "", "");
        expect(await readFile(await download.path())).toEqual(original.buffer);
        expect(new URL(page.url()).pathname).toBe(`/documents/${id}`);
      });
    },
    PATIENT_MS,
  );

  it(
    "uploads a file again: it becomes version 2, whose text replaces the first",
    async () => {
      const { lead } = organization.people;
      await inside(lead, "/documents", "Documents", async (page) => {
        await upload(page, textFile("plan.md", "# Plan\n\nThe launch is in May."), "Launch plan");
        await published(page, "Launch plan");
        const { id = "" } = (await stored(organization.id, "Launch plan")) ?? {};
        const [old] = await owner<{ id: string }[]>`
          select id from public.passages where source_id = ${id}`;

        await drop(page, [textFile("plan.md", "# Plan\n\nThe launch is in June.")]);
        await chooseProject(page, alpha.project);
        const becomes = uploadForm(page).getByLabel("Becomes");
        await becomes.waitFor();
        expect(await becomes.locator("option").allTextContents()).toEqual([
          "Version 2 of “Launch plan”",
          "A new document",
        ]);
        await uploadForm(page).getByRole("button", { name: "Upload 1 file" }).click();
        await page.getByText("Version 2 is searchable").waitFor({ timeout: READ_MS });
        expect(await stored(organization.id, "Launch plan")).toMatchObject({
          id,
          latest_version: 2,
          indexed_version: 2,
        });

        await open(page, `/documents/${id}?passage=${old?.id}`, "Launch plan");
        await page.getByText("The passage is no longer in this text").waitFor();
        await page.getByText("The launch is in June.").waitFor();
        expect(await page.getByText("The launch is in May.").count()).toBe(0);
        const versions = page.getByRole("region", { name: "Versions" });
        expect(await versions.getByRole("listitem").count()).toBe(2);
        const saving = page.waitForEvent("download");
        await versions.getByRole("button", { name: "Download version 1" }).click();
        expect(await readFile(await (await saving).path(), "utf8")).toContain("in May");
      });
    },
    PATIENT_MS,
  );

  it(
    "learns why a scan failed and what to do, and replaces it by another file",
    async () => {
      const { lead } = organization.people;
      const reason = /Run text recognition \(OCR\)/;
      await inside(lead, "/documents", "Documents", async (page) => {
        await upload(
          page,
          await demoFile("annex-c-scan.pdf", "Annex.pdf", "application/pdf"),
          "Annex C",
        );
        const line = uploadLine(page, "Annex C");
        await line.getByText("Could not be read").waitFor({ timeout: READ_MS });
        await line.getByText(reason).waitFor();
        await screenshot(page, "documents-failed");
        const again = page.waitForResponse((answer) => answer.url().endsWith("/api/ingest-doc"));
        await line.getByRole("button", { name: "Try again: Annex C" }).click();
        expect((await again).status()).toBe(202);
        await line.getByText("Could not be read").waitFor({ timeout: READ_MS });

        await open(page, "/documents/inventory", "Document inventory");
        const problems = page.getByRole("region", { name: "Could not be read" });
        await problems.getByText(reason).waitFor();
        await inEveryLook(page, async (look) => {
          await expectAccessible(page, `inventory ${look}`);
          await screenshot(page, `documents-inventory-${look}`);
        });
        await problems.getByRole("link", { name: "Annex C" }).click();
        const alert = page.getByRole("alert").filter({ hasText: "Version 1 could not be read" });
        await alert.getByText(reason).waitFor();
        await settled(page);
        await expectAccessible(page, "failed document");
        await screenshot(page, "document-failed");
        await alert.getByRole("button", { name: "Upload another file" }).click();
        const dialog = page.getByRole("dialog", { name: "Upload version 2" });
        await dialog
          .locator('input[type="file"]')
          .setInputFiles(textFile("Annex.md", "# Annex C\n\nNine hundred euros."));
        await dialog.getByRole("button", { name: "Upload", exact: true }).click();
        await page.getByText("Version 2 is searchable").waitFor({ timeout: READ_MS });
        await page.getByText("Nine hundred euros.").waitFor();
        expect(await alert.count()).toBe(0);

        await open(page, "/documents/inventory", "Document inventory");
        await page.getByRole("link", { name: "Annex C" }).waitFor();
        expect(await problems.count()).toBe(0);
      });
    },
    PATIENT_MS,
  );
});

interface Watched {
  seenSteps: string[];
}

/** Collects every word that an upload's line shows while it changes. */
function watchSteps() {
  const seen = new Set<string>();
  const watched = window as unknown as Watched;
  watched.seenSteps = [];
  new MutationObserver(() => {
    for (const line of document.querySelectorAll("[data-phase] span")) {
      const text = line.textContent?.trim() ?? "";
      if (!seen.has(text)) {
        seen.add(text);
        watched.seenSteps.push(text);
      }
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}
