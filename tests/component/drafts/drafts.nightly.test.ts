/**
 * Profiles that an admin adds and deletes.
 * drafts.test.ts changes a profile; pgTAP of save_authoring_profile and delete_authoring_profile prove what is saved.
 */
import { describe, expect, it } from "vitest";
import { authoringProfiles } from "../../../supabase/functions/_domain/drafts/contract.ts";
import { get, post } from "../answers.ts";
import { expectAccessible, openConsole } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { profile } from "./authoring-profile.ts";

describe("Authoring profiles", () => {
  it("an admin adds a profile and deletes one, and undoes both", async () => {
    const bodies: object[] = [];
    const saving = post(authoringProfiles, ({ body }) => {
      bodies.push(body);
      return {
        profile: "changes" in body ? { ...profile, ...body.changes, id: idOf(43, 2) } : profile,
      };
    });
    const page = await openConsole("/settings/profiles", {
      as: people.admin,
      answers: [get(authoringProfiles, { profiles: [profile] }), saving],
    });
    await page.getByRole("button", { name: "Add a profile" }).click();
    const form = page.getByRole("region", { name: "New profile" });
    await form.getByRole("button", { name: "Add profile" }).click();
    await form.getByText("Use lowercase letters, digits and single hyphens").waitFor();
    await expectAccessible(page, "an incomplete authoring profile");
    await form.getByLabel("Name", { exact: false }).first().fill("Monthly report");
    await form.getByLabel("Key in the API").fill("monthly-report");
    await form.getByLabel("Heading").fill("Summary");
    await form.getByRole("button", { name: "Add profile" }).click();
    await page.getByText("Monthly report added.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(bodies).toMatchObject([
      { changes: { key: "monthly-report", kind: "client_readout", name: "Monthly report" } },
      { id: idOf(43, 2), version: profile.version, is_deleted: true },
    ]);
    bodies.length = 0;
    await page.getByRole("button", { name: "Delete Client readout" }).click();
    await page.getByText("Client readout deleted.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => bodies.length).toBe(2);
    expect(bodies).toMatchObject([
      { id: profile.id, version: profile.version, is_deleted: true },
      { changes: { key: profile.key, kind: profile.kind, name: profile.name } },
    ]);
  });
});
