/** The first steps of an agency: its admin creates a project with tasks, and a member joins on a phone. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible, screenshot, waitUntilLoaded } from "./page-checks.ts";

const PASSWORD = "a long enough password";
export const TASK = "Draw the home page";
const NEXT_TASK = "Write the imprint";

/** Set completely before the first test runs. */
export interface FirstDay {
  /** The admin's password link, then the member's invitation. */
  link: string;
  member: { name: string; email: string };
  desk: Page;
  phone: Page;
}

export const steps = (page: Page) => page.getByRole("heading", { name: /^First steps/ });

export async function home(page: Page): Promise<void> {
  await page.goto("/my-work");
  await page.getByRole("heading", { level: 1, name: "My work" }).waitFor();
  await waitUntilLoaded(page);
}

/** Declares the steps from the admin's password to the member's, in an organization without any rows. */
export function testFirstSteps(day: FirstDay): void {
  describe("an admin", () => {
    test("chooses a password and sees the first steps, with no warning about the sign-in", async () => {
      await day.desk.goto(day.link);
      await day.desk.getByRole("textbox", { name: "New password", exact: true }).fill(PASSWORD);
      await day.desk.getByRole("textbox", { name: "Repeat the new password" }).fill(PASSWORD);
      await day.desk.getByRole("button", { name: "Set password" }).click();
      await steps(day.desk).waitFor();
      await waitUntilLoaded(day.desk);
      expect(await steps(day.desk).textContent()).toContain("0 of 5 done");
      expect(await day.desk.getByText("Your sign-in was changed").count()).toBe(0);
      await expectAccessible(day.desk, "My work of an empty organization", {
        checkedIn: "tests/component/work/first-steps.test.ts",
      });
      await screenshot(day.desk, "first-day-empty");
    });

    test("confirms the name and time zone unchanged", async () => {
      await day.desk.getByRole("link", { name: "Open settings" }).click();
      await day.desk.getByRole("button", { name: "Save organization" }).click();
      await day.desk.getByText("Organization saved.").waitFor();
      await home(day.desk);
      expect(await steps(day.desk).textContent()).toContain("1 of 5 done");
    });

    test("creates a client, a project and tasks", async () => {
      await day.desk.getByRole("button", { name: "New project" }).click();
      const project = day.desk.getByRole("dialog", { name: "New project" });
      await project.getByRole("textbox", { name: "Name", exact: true }).fill("Web shop");
      await project.getByLabel("Code").fill("SHOP");
      await project.getByLabel("Client name").fill("Harbour Books");
      await project.getByLabel("Account name").fill("Website");
      await project.getByRole("button", { name: "Create project" }).click();
      await day.desk.getByRole("heading", { level: 1, name: "Web shop" }).waitFor();
      await day.desk.getByRole("tab", { name: /^Tasks/ }).click();
      for (const title of [TASK, NEXT_TASK]) {
        await day.desk.getByRole("button", { name: "New task" }).click();
        const task = day.desk.getByRole("dialog", { name: "New task" });
        await task.getByLabel("Title").fill(title);
        await task.getByRole("button", { name: "Create task" }).click();
        await day.desk.getByRole("link", { name: title }).waitFor();
      }
      await waitUntilLoaded(day.desk);
      await screenshot(day.desk, "first-day-project");
    });

    test("invites a member to the project", async () => {
      await home(day.desk);
      await day.desk.getByRole("link", { name: "Invite a person" }).click();
      await day.desk.getByLabel("Name", { exact: true }).fill(day.member.name);
      await day.desk.getByLabel("Email").fill(day.member.email);
      await day.desk.getByRole("combobox", { name: "Projects" }).click();
      await day.desk.getByRole("option", { name: /Web shop/ }).click();
      await day.desk.keyboard.press("Escape");
      await day.desk.getByRole("button", { name: "Create an invitation link" }).click();
      await day.desk.getByRole("heading", { name: `Invitation for ${day.member.name}` }).waitFor();
      day.link = await day.desk.getByLabel("Invitation link").inputValue();
    });
  });

  describe("a member on a phone", () => {
    test("joins with the link", async () => {
      await day.phone.goto(day.link);
      await day.phone.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await screenshot(day.phone, "first-day-invitation-390");
      await day.phone.getByRole("button", { name: "Set password and join" }).click();
      await day.phone.getByRole("heading", { level: 1, name: "My work" }).waitFor();
      expect(new URL(day.phone.url()).pathname).toBe("/my-work");
      const token = new URLSearchParams(new URL(day.link).hash.slice(1)).get("token") ?? day.link;
      expect(await day.phone.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(token);
    });
  });
}
