/**
 * Contracts, and a brief that becomes one. tests/laws/matrix/tables.test.ts and storage.test.ts prove that no member
 * reads a restricted document or its file; supabase/tests/documents proves which kinds are restricted and who may
 * change a kind.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { expectAccessible, focusedText, screenshot, waitUntilLoaded } from "./console.ts";
import { demoFile, openPage, storedDocument, waitUntilPublished, withPage } from "./own-library.ts";
import { chooseProject, drop, textFile, uploadForm } from "./upload-page.ts";

const PATIENT_MS = 150_000;

let organization: OwnOrganization;
beforeAll(async () => {
  organization = await makeOrganization();
});

describe("access to documents", () => {
  it(
    "a contract is open to a lead and hidden from a member",
    async () => {
      const { lead, member } = organization.people;
      await withPage(lead, "/documents", "Documents", async (page) => {
        await drop(page, [
          await demoFile("web-shop-contract.pdf", "Shop contract.pdf", "application/pdf"),
          textFile("Usability report.md", "# Usability\n\nThe form is too long."),
        ]);
        await chooseProject(page, "alpha");
        await uploadForm(page).getByText("are restricted: only admins and leads").waitFor();
        await uploadForm(page).getByRole("button", { name: "Upload 2 files" }).click();
        await waitUntilPublished(page, "Shop contract");
        await waitUntilPublished(page, "Usability report");
        await page.getByRole("rowheader").getByRole("link", { name: "Shop contract" }).click();
        await page.getByRole("heading", { level: 1, name: "Shop contract" }).waitFor();
        await page.getByText("Restricted", { exact: true }).waitFor();
        await page.getByRole("heading", { level: 3, name: "Page 1" }).waitFor();
        await waitUntilLoaded(page);
        await screenshot(page, "document-contract");
      });
      const contract = await storedDocument(organization.id, "Shop contract");
      expect(contract).toMatchObject({ kind: "contract", is_restricted: true });
      await withPage(member, "/documents", "Documents", async (page) => {
        await page.getByRole("rowheader", { name: /Usability report/ }).waitFor();
        expect(await page.getByText("Shop contract").count()).toBe(0);
        expect(await page.getByRole("link", { name: "Inventory" }).count()).toBe(0);
        await page.goto(`/documents/${contract?.id}`);
        await page.getByRole("heading", { name: "There is no such document" }).waitFor();
        await page.goto("/documents/inventory");
        await page.getByRole("heading", { name: "This page is for admins and leads" }).waitFor();
        await page.goto(`/projects/${organization.alphaId}?view=documents`);
        await page.getByRole("rowheader", { name: /Usability report/ }).waitFor();
        expect(await page.getByText("Shop contract").count()).toBe(0);
      });
    },
    PATIENT_MS,
  );

  it(
    "a member loses a brief that a lead makes a contract, and gets it back after undo",
    async () => {
      const { lead, member } = organization.people;
      const address = `/projects/${organization.alphaId}?view=documents`;
      await withPage(member, address, "alpha", async (page) => {
        await page.getByRole("button", { name: "Upload documents", exact: true }).first().click();
        const form = uploadForm(page);
        await form
          .locator('input[type="file"]')
          .setInputFiles(textFile("Contract brief.md", "# Brief\n\nA shop that anybody can use."));
        const kinds = await form.getByLabel("Kind").locator("option").allTextContents();
        expect(kinds).toEqual(["Brief", "Deliverable", "Report", "Transcript", "Other"]);
        expect(await form.getByLabel("Kind").inputValue()).toBe("brief");
        await form.getByLabel("Title").fill("Creative brief");
        await form.getByRole("button", { name: "Upload 1 file" }).click();
        await waitUntilPublished(page, "Creative brief");
        const brief = await storedDocument(organization.id, "Creative brief");
        expect(brief).toMatchObject({
          kind: "brief",
          is_restricted: false,
          created_by: member.id,
        });

        await withPage(lead, `/documents/${brief?.id}`, "Creative brief", async (leads) => {
          await leads.getByRole("button", { name: "More actions" }).click();
          await leads.getByRole("menuitem", { name: "Change kind…" }).click();
          const dialog = leads.getByRole("dialog", { name: /Change kind/ });
          await dialog.getByLabel("Kind").selectOption("contract");
          await dialog.getByText("Project members will no longer see the file").waitFor();
          await waitUntilLoaded(leads);
          await expectAccessible(leads, "change of kind");
          await screenshot(leads, "document-kind");
          await dialog.getByRole("button", { name: "Restrict document" }).click();
          await leads.getByText("Restricted", { exact: true }).waitFor();
          await expect.poll(() => focusedText(leads)).toBe("Creative brief");

          await page.goto(`/documents/${brief?.id}`);
          await page.getByRole("heading", { name: "There is no such document" }).waitFor();
          await leads.getByRole("button", { name: "Undo" }).click();
          await leads.getByText("Members of the project", { exact: true }).waitFor();
          await openPage(page, `/documents/${brief?.id}`, "Creative brief");
          await page.getByText("A shop that anybody can use.").waitFor();
          await page.getByRole("button", { name: "More actions" }).click();
          expect(await page.getByRole("menuitem", { name: "Change kind…" }).count()).toBe(0);
        });
      });
    },
    PATIENT_MS,
  );
});
