/**
 * An upload that is cancelled and retried, and a document that is opened and renamed by keyboard. documents.test.ts
 * proves an upload, tests/component/documents/uploads.test.ts proves its progress and refusals, and
 * supabase/tests/documents proves that a cancelled or archived document is in no list.
 */
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { focusedText, screenshot } from "./console.ts";
import { openPage, storedDocument, waitUntilPublished, withPage } from "./own-library.ts";
import {
  chooseProject,
  drop,
  textFile,
  type UploadFile,
  uploadForm,
  uploadLine,
} from "./upload-page.ts";

const PATIENT_MS = 120_000;
const bigFile = textFile("long.md", `# Long\n\n${"All words are the same here. ".repeat(20_000)}`);

let organization: OwnOrganization;
beforeEach(async () => {
  organization = await makeOrganization();
});

/** Slows the uploads of a page, so that there is progress to watch; returns the function that ends this. */
async function slowUploads(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const limit = (uploadThroughput: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await limit(bytesPerSecond);
  return async () => {
    await limit(-1);
  };
}

async function dropInto(page: Page, project: string, file: UploadFile): Promise<void> {
  await drop(page, [file]);
  await chooseProject(page, project);
  await uploadForm(page).getByRole("button", { name: "Upload 1 file" }).click();
}

describe("an upload", () => {
  it(
    "shows its progress, is cancelled without a trace, and is retried",
    async () => {
      await withPage(organization.people.lead, "/documents", "Documents", async (page) => {
        const atFullSpeed = await slowUploads(page, 60_000);
        await dropInto(page, "alpha", bigFile);
        const line = uploadLine(page, "long");
        await line.getByText(/^Uploading [1-9]\d?\s?%$/).waitFor();
        await screenshot(page, "documents-uploading");
        await line.getByRole("button", { name: "Cancel long" }).click();
        await line.getByText("Cancelled").waitFor();
        await expect.poll(() => focusedText(page)).toBe("Try again");
        await expect
          .poll(async () => storedDocument(organization.id, "long"))
          .toMatchObject({ is_archived: true, status: "awaiting_upload" });
        const objects = await owner`
          select from storage.objects where name like ${`${organization.id}/%`}`;
        expect(objects).toHaveLength(0);
        await page.getByRole("heading", { name: "No documents yet" }).waitFor();

        await atFullSpeed();
        await line.getByRole("button", { name: "Try again: long" }).click();
        await waitUntilPublished(page, "long");
        expect(await storedDocument(organization.id, "long")).toMatchObject({ status: "indexed" });
      });
    },
    PATIENT_MS,
  );
});

describe("a document", () => {
  it(
    "is opened and renamed by keyboard, archived from its menu, and restored with the undo key",
    async () => {
      await withPage(organization.people.lead, "/documents", "Documents", async (page) => {
        await dropInto(page, "alpha", textFile("note.md", "# Note\n\nWords."));
        await waitUntilPublished(page, "note");
        // All filters at once, applied by the database.
        await openPage(page, "/documents?q=note&kind=other&status=indexed&sort=title", "Documents");
        await page.getByRole("rowheader").getByRole("link", { name: "note" }).waitFor();
        await page.keyboard.press("Control+k");
        await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
        await page.keyboard.type("upload doc");
        await page.locator("[data-selected]").getByText("Upload documents…").waitFor();
        await page.keyboard.press("Enter");
        await uploadForm(page).waitFor();
        await page.keyboard.press("Escape");
        await uploadForm(page).waitFor({ state: "detached" });

        await page.getByRole("rowheader").getByRole("link", { name: "note" }).focus();
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { level: 1, name: "note" }).waitFor();
        await expect.poll(() => focusedText(page)).toBe("note");
        await page.getByRole("button", { name: "More actions" }).focus();
        await page.keyboard.press("Enter");
        await page.getByRole("menuitem", { name: "Rename…" }).waitFor();
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await page.locator("input:focus").waitFor();
        await page.keyboard.press("Control+a");
        await page.keyboard.type("Renamed note");
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { level: 1, name: "Renamed note" }).waitFor();
        await expect.poll(() => focusedText(page)).toBe("Renamed note");

        await page.getByRole("button", { name: "More actions" }).click();
        await page.getByRole("menuitem", { name: "Archive" }).click();
        await page
          .getByText("Its text can't be read, found or cited until you restore it.")
          .waitFor();
        expect(await storedDocument(organization.id, "Renamed note")).toMatchObject({
          is_archived: true,
        });
        await page.keyboard.press("z");
        await page.getByRole("button", { name: "Download", exact: true }).waitFor();
        expect(await storedDocument(organization.id, "Renamed note")).toMatchObject({
          is_archived: false,
        });
      });
    },
    PATIENT_MS,
  );
});
