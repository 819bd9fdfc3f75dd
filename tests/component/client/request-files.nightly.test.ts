/**
 * The distance between a client's files and the button, and files that are refused.
 * request-files.test.ts shows the files in every look, a failed upload, and the removal of a file.
 * documents/uploads.test.ts refuses files in the form, each with its reason; pgTAP of create_client_request proves the
 * limits.
 */
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { at } from "../answers.ts";
import { expectAccessible, inEveryLookOfState, openConsole, screenshot } from "../console.ts";
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

  it("are listed with the reason when they are too large, too many or of a wrong type", async () => {
    const { answers, actions } = recordingPortal();
    const storing = at("PUT", uploadPath, async (request) => {
      await request.arrayBuffer();
      return Response.json({ Key: "plan" });
    });
    const page = await openConsole("/portal", { ...asClient, answers: [...answers, storing] });
    await page.getByRole("button", { name: "Send a request" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your request").fill("Please read these.");
    const fileInput = dialog.locator("input[type=file]");
    await fileInput.evaluate((input: HTMLInputElement) => {
      const files = new DataTransfer();
      files.items.add(new File(["MZ"], "virus.exe", { type: "application/x-msdownload" }));
      files.items.add(new File([new Uint8Array(26_214_401)], "film.pdf"));
      for (const n of [1, 2, 3, 4, 5, 6]) files.items.add(new File([`# ${n}`], `plan ${n}.md`));
      input.files = files.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    const fileOf = (name: string) => dialog.getByRole("listitem").filter({ hasText: name });
    await fileOf("virus.exe")
      .getByText("This file type isn't supported.", { exact: false })
      .waitFor();
    await fileOf("film.pdf").getByText("Files can be at most 25 MiB").waitFor();
    await fileOf("plan 6.md")
      .getByText("A request can have at most 5 files.", { exact: false })
      .waitFor();
    await fileOf("plan 5.md").getByText("Uploaded", { exact: false }).waitFor();
    expect(await dialog.getByRole("button", { name: /^Try again/ }).allTextContents()).toHaveLength(
      1,
    );
    await dialog.getByRole("button", { name: "Send request" }).click();
    await dialog.getByText("virus.exe, film.pdf and plan 6.md aren't attached").waitFor();
    expect(actions.some(({ action }) => action === "request")).toBe(false);
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `refused files ${look}`);
      await screenshot(page, `client-request-refused-files-${look}`);
    });
    // Makes room for another file.
    for (const name of ["virus.exe", "film.pdf", "plan 1.md"]) {
      await dialog.getByRole("button", { name: `Remove ${name}` }).press("Enter");
    }
    await dialog.getByRole("button", { name: "Try again: plan 6.md" }).press("Enter");
    await fileOf("plan 6.md").getByText("Uploaded", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Send request" }).click();
    await page.getByText("Request sent.", { exact: false }).waitFor();
    const [request] = actions.filter(({ action }) => action === "request");
    expect((request as { file_ids?: string[] }).file_ids).toHaveLength(5);
  });
});
