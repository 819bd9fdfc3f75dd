/**
 * The distance between a client's files and the button, and a file that the service refuses.
 * request-files.test.ts shows the files in every look, a failed upload, and the removal of a file.
 */
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { at } from "../answers.ts";
import { openConsole } from "../console.ts";
import { plan } from "./files-of-request.ts";
import { asClient, recordingPortal, uploadPath } from "./recording-portal.ts";

describe("a client's files", () => {
  it("have room between the list and the button", async () => {
    const { answers } = recordingPortal();
    const storing = at("PUT", uploadPath, async (request) => {
      await request.arrayBuffer();
      return Response.json({ Key: "plan" });
    });
    const page = await openConsole("/portal", { ...asClient, answers: [...answers, storing] });
    await page.getByRole("button", { name: "Send a request" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("input[type=file]").setInputFiles([plan]);
    await dialog.getByText("Uploaded, 1 kB").waitFor();
    const list = await dialog.getByRole("list", { name: "Files" }).boundingBox();
    const button = await dialog.getByRole("button", { name: "Attach files" }).boundingBox();
    expect((button?.y ?? 0) - ((list?.y ?? 0) + (list?.height ?? 0))).toBeGreaterThanOrEqual(8);
  });

  it("show why the service refused one, which can then be removed", async () => {
    const { answers } = recordingPortal(
      () => new AppError(429, "too_many_files_today", "You can upload 200 MiB and 100 files a day"),
    );
    const page = await openConsole("/portal", { ...asClient, answers });
    await page.getByRole("button", { name: "Send a request" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("input[type=file]").setInputFiles([plan]);
    await dialog.getByRole("alert").getByText("You can upload 200 MiB").waitFor();
    await dialog.getByRole("button", { name: "Remove plan.md" }).click();
    expect(await dialog.getByRole("listitem").count()).toBe(0);
  });
});
