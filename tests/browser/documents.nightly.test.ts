/**
 * A second version, and a file that cannot be read.
 * tests/service/document-indexing.test.ts and supabase/tests/documents prove both.
 */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { expectAccessible, inEveryLook, screenshot, waitUntilLoaded } from "./console.ts";
import {
  demoFile,
  openPage,
  READ_MS,
  storedDocument,
  waitUntilPublished,
  withPage,
} from "./own-library.ts";
import { chooseProject, drop, textFile, uploadForm, uploadLine } from "./upload-page.ts";

const PATIENT_MS = 150_000;
const PROJECT = "alpha";

let organization: OwnOrganization;
beforeAll(async () => {
  organization = await makeOrganization();
});

/** Uploads a file to the project through the form. */
async function upload(page: Page, file: ReturnType<typeof textFile>, title: string) {
  await page.getByRole("button", { name: "Upload documents", exact: true }).first().click();
  await uploadForm(page).locator('input[type="file"]').setInputFiles(file);
  await uploadForm(page).getByLabel("Title").fill(title);
  await chooseProject(page, PROJECT);
  await uploadForm(page).getByRole("button", { name: "Upload 1 file" }).click();
}

describe("a lead", () => {
  it(
    "uploads a file again: it becomes version 2, whose text replaces the first",
    async () => {
      const { lead } = organization.people;
      await withPage(lead, "/documents", "Documents", async (page) => {
        await upload(page, textFile("plan.md", "# Plan\n\nThe launch is in May."), "Launch plan");
        await waitUntilPublished(page, "Launch plan");
        const { id = "" } = (await storedDocument(organization.id, "Launch plan")) ?? {};
        const [oldVersion] = await owner<{ id: string }[]>`
          select id from public.passages where source_id = ${id}`;

        await drop(page, [textFile("plan.md", "# Plan\n\nThe launch is in June.")]);
        await chooseProject(page, PROJECT);
        const becomes = uploadForm(page).getByLabel("Save as");
        await becomes.waitFor();
        expect(await becomes.locator("option").allTextContents()).toEqual([
          "Version 2 of “Launch plan”",
          "A new document",
        ]);
        await uploadForm(page).getByRole("button", { name: "Upload 1 file" }).click();
        await page.getByText("Version 2 is searchable").waitFor({ timeout: READ_MS });
        expect(await storedDocument(organization.id, "Launch plan")).toMatchObject({
          id,
          latest_version: 2,
          indexed_version: 2,
        });

        await openPage(page, `/documents/${id}?passage=${oldVersion?.id}`, "Launch plan");
        await page.getByText("The passage is no longer in this text").waitFor();
        await page.getByText("The launch is in June.").waitFor();
        expect(await page.getByText("The launch is in May.").count()).toBe(0);
        const versions = page.getByRole("region", { name: "Versions" });
        expect(await versions.getByRole("listitem").count()).toBe(2);
        const downloadEvent = page.waitForEvent("download");
        await versions.getByRole("button", { name: "Download version 1" }).click();
        expect(await readFile(await (await downloadEvent).path(), "utf8")).toContain("in May");
      });
    },
    PATIENT_MS,
  );

  it(
    "learns why a scan failed and what to do, and replaces it with another file",
    async () => {
      const { lead } = organization.people;
      const reason = /Run text recognition \(OCR\)/;
      await withPage(lead, "/documents", "Documents", async (page) => {
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

        await openPage(page, "/documents/inventory", "Document inventory");
        const problems = page.getByRole("region", { name: "Could not be read" });
        await problems.getByText(reason).waitFor();
        await inEveryLook(page, async (look) => {
          await expectAccessible(page, `inventory ${look}`);
          await screenshot(page, `documents-inventory-${look}`);
        });
        await problems.getByRole("link", { name: "Annex C" }).click();
        const alert = page.getByRole("alert").filter({ hasText: "Version 1 could not be read" });
        await alert.getByText(reason).waitFor();
        await waitUntilLoaded(page);
        await expectAccessible(page, "failed document");
        await screenshot(page, "document-failed");
        await alert.getByRole("button", { name: "Upload another file" }).click();
        const dialog = page.getByRole("dialog", { name: "Upload version 2" });
        await dialog
          .locator('input[type="file"]')
          .setInputFiles(textFile("Annex.md", "# Annex C\n\nNine hundred euros."));
        await dialog.getByRole("button", { name: "Upload version", exact: true }).click();
        await page.getByText("Version 2 is searchable").waitFor({ timeout: READ_MS });
        await page.getByText("Nine hundred euros.").waitFor();
        expect(await alert.count()).toBe(0);

        await openPage(page, "/documents/inventory", "Document inventory");
        await page.getByRole("link", { name: "Annex C" }).waitFor();
        expect(await problems.count()).toBe(0);
      });
    },
    PATIENT_MS,
  );
});
