/**
 * Settings of the organization that another admin changed in the meantime.
 * portfolio/forms.test.ts settles a project that another person changed, with the same dialog.
 */
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { expectAccessible, openConsole, screenshot } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { defaultSettings } from "../fixtures/settings.ts";
import { address, hours, settingsService } from "./settings-form.ts";

describe("the organization's settings", () => {
  it("that another admin changed in the meantime are merged field by field", async () => {
    const currentSettings = {
      ...defaultSettings,
      working_hours: hours(1, 5, 8),
      name: "Theirs",
      version: 4,
    };
    const { answers, requests } = settingsService(({ version }) =>
      version === 3
        ? new AppError(409, "version_conflict", "Changed since", {
            version: 4,
            current: currentSettings,
            changes: [
              {
                version: 4,
                at: "2026-11-20T09:00:00+00:00",
                by: { id: people.lead.id, name: "Ines Carvalho" },
                fields: { name: { from: defaultSettings.name, to: "Theirs" } },
              },
            ],
          })
        : undefined,
    );
    const page = await openConsole(address, { as: people.admin, answers });
    await page.getByLabel("Name").fill("Mine");
    await page.getByRole("button", { name: "Save organization" }).click();
    const dialog = page.getByRole("dialog", { name: "Organization" });
    await dialog.getByText("Another person changed this while you were editing").waitFor();
    await dialog.getByText("Ines Carvalho").waitFor();
    await expectAccessible(page, "conflict of settings");
    await screenshot(page, "settings-conflict");
    await dialog.getByRole("radio", { name: /Mine/ }).click();
    await dialog.getByRole("button", { name: "Save these choices" }).click();
    await page.getByText("Organization saved.").waitFor();
    expect(requests.at(-1)).toEqual({ name: "Mine", version: 4 });
  });
});
