import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { screenshot, settled } from "./console.ts";
import { demoFile, inside, published, stored } from "./own-library.ts";
import { chooseProject, drop, textFile, uploadForm } from "./upload-page.ts";

const PATIENT_MS = 150_000;

let organization: OwnOrganization;
beforeAll(async () => {
  organization = await makeOrganization();
});

describe("who sees what", () => {
  it(
    "a contract is open to a lead and hidden from a member",
    async () => {
      const { lead, member } = organization.people;
      await inside(lead, "/documents", "Documents", async (page) => {
        await drop(page, [
          await demoFile("web-shop-contract.pdf", "Shop contract.pdf", "application/pdf"),
          textFile("Usability report.md", "# Usability\n\nThe form is too long."),
        ]);
        await chooseProject(page, "alpha");
        await uploadForm(page).getByText("are restricted: only admins and leads").waitFor();
        await uploadForm(page).getByRole("button", { name: "Upload 2 files" }).click();
        await published(page, "Shop contract");
        await published(page, "Usability report");
        await page.getByRole("rowheader").getByRole("link", { name: "Shop contract" }).click();
        await page.getByRole("heading", { level: 1, name: "Shop contract" }).waitFor();
        await page.getByText("Restricted", { exact: true }).waitFor();
        await page.getByRole("heading", { level: 3, name: "Page 1" }).waitFor();
        await settled(page);
        await screenshot(page, "document-contract");
      });
      const contract = await stored(organization.id, "Shop contract");
      expect(contract).toMatchObject({ kind: "contract", is_restricted: true });
      await inside(member, "/documents", "Documents", async (page) => {
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
});
