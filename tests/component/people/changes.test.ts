import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { whoami } from "../../../supabase/functions/_domain/identity/contract.ts";
import { get } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLookOfState,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { invitee, organization } from "./organization.ts";
import { list, openPerson } from "./person-page.ts";

describe("inviting", () => {
  it("a contact needs a client, and a person who has joined is not invited again", async () => {
    const { answers, requests } = organization();
    const page = await openConsole(`${list}/invite`, { as: people.admin, answers });
    await page.getByLabel("Name", { exact: true }).fill("Nils Contact");
    await page.getByLabel("Email").fill(people.member.email ?? "");
    await page.getByText(`${people.member.name} has already joined`).waitFor();
    const submit = page.getByRole("button", { name: "Create an invitation link" });
    expect(await submit.isDisabled()).toBe(true);
    await page.getByLabel("Email").fill("nils@example.test");
    await page.getByRole("radio", { name: "Client contact" }).check();
    await submit.click();
    await page.getByText("Choose the client").waitFor();
    await page.getByRole("combobox", { name: "Client" }).fill("quill");
    await page.getByRole("option", { name: "Quillbrook Press" }).click();
    await submit.click();
    await page.getByRole("heading", { name: "Invitation for Nils Contact" }).waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `invitation link ${look}`);
      await screenshot(page, `people-invited-${look}`);
    });
    expect(requests).toEqual([
      expect.objectContaining({
        email: "nils@example.test",
        role: "client",
        client_id: idOf(2, 2),
      }),
    ]);
  });

  it("a refused form puts the focus into its first wrong field", async () => {
    const { answers, requests } = organization();
    const page = await openConsole(`${list}/invite`, { as: people.admin, answers });
    const submit = page.getByRole("button", { name: "Create an invitation link" });
    const focus = page.locator(":focus");
    await page.getByLabel("Email").fill("nils");
    await submit.click();
    await expect.poll(() => focus.getAttribute("data-path")).toBe("name");
    await page.keyboard.type("Nils Contact");
    await page.getByRole("radio", { name: "Client contact" }).check();
    await submit.click();
    await expect.poll(() => focus.getAttribute("data-path")).toBe("email");
    await page.keyboard.type("@example.test");
    await submit.click();
    const client = page.getByRole("combobox", { name: "Client" });
    await expect.poll(() => client.evaluate((field) => field.matches(":focus"))).toBe(true);
    expect(requests).toEqual([]);
  });

  it("an invitation is revoked after a confirmation, and the focus is not lost", async () => {
    const { answers, requests, directory, open } = organization();
    directory.push({
      ...invitee,
      user_id: null,
      role: "member",
      is_employee: true,
      is_prompt_owner: false,
      client_id: null,
      version: 1,
      created_at: "2026-11-18T09:00:00+00:00",
      archived_at: null,
    });
    open.push({
      id: idOf(9, 1),
      person_id: invitee.id,
      email: invitee.email,
      invited_by: people.admin.id,
      created_at: "2026-11-18T09:00:00+00:00",
      expires_at: "2099-10-08T10:00:00Z",
    });
    const page = await openPerson(invitee.id, answers);
    await page.getByRole("button", { name: "Revoke invitation", exact: true }).click();
    await page.getByRole("button", { name: "Keep invitation" }).click();
    expect(requests).toEqual([]);
    await page.getByRole("button", { name: "Revoke invitation", exact: true }).click();
    await page.getByRole("button", { name: "Revoke the invitation" }).click();
    await page.getByText("its link no longer works").waitFor();
    await expect.poll(() => focusedText(page)).toContain("its link no longer works");
    expect(requests).toEqual([{ action: "revoke_invitation", invitation_id: idOf(9, 1) }]);
  });
});

describe("a change", () => {
  it("that would leave no admin is refused, and stepping down is confirmed by name", async () => {
    let isLast = true;
    const { answers, directory } = organization(() =>
      isLast ? new AppError(409, "last_admin", "…") : undefined,
    );
    const viewer = get(whoami, () => {
      const role = directory.find(({ id }) => id === people.admin.id)?.role ?? "admin";
      return {
        viewer: { ...people.admin, role },
        project_ids: [],
        unread_account_notices: 0,
        timer: null,
      };
    });
    const page = await openPerson(people.admin.id, [viewer, ...answers]);
    const choose = async () => {
      await page.getByRole("button", { name: "Change role", exact: true }).click();
      await page.getByRole("dialog").getByRole("radio", { name: "Member" }).check();
    };
    const confirm = page.getByRole("button", { name: "Change to member" });
    await choose();
    await page.getByText("The last admin has to stay").waitFor();
    await screenshot(page, "people-last-admin");
    expect(await confirm.isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => focusedText(page)).toBe("Change role");

    isLast = false;
    await choose();
    await page.getByText("You are removing your own admin rights").waitFor();
    await waitUntilLoaded(page);
    await expectAccessible(page, "stepping down");
    await screenshot(page, "people-step-down");
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel(`Type ${people.admin.name} to confirm`).fill(people.admin.name);
    await confirm.click();
    await page.getByRole("heading", { name: "This page is for admins and leads" }).waitFor();
  });
});
