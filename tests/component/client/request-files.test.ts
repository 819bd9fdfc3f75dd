import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { at } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLookOfState,
  openConsole,
  screenshot,
} from "../console.ts";
import { idOf } from "../fixtures/people.ts";
import { plan } from "./files-of-request.ts";
import { asClient, recordingPortal, uploadPath } from "./recording-portal.ts";

describe("a client's files", () => {
  it("are uploaded, removed and sent with the request, at 390 px and accessibly", async () => {
    const { answers, actions } = recordingPortal();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const storing = at("PUT", uploadPath, async (request) => {
      await request.arrayBuffer();
      await gate;
      return Response.json({ Key: "plan" });
    });
    const page = await openConsole("/portal", { ...asClient, answers: [...answers, storing] });
    await page.getByRole("button", { name: "Send a request" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Request for Quay redesign" });
    await dialog.getByLabel("Your request").fill("Please read this plan.");
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Attach files" }).press("Enter");
    await (await chooser).setFiles([
      plan,
      { ...plan, name: "second.md" },
      { name: "virus.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") },
    ]);
    await dialog.getByText(/This file type isn't supported/).waitFor();
    await dialog.getByRole("progressbar", { name: "Progress of plan.md" }).waitFor();
    await dialog.getByRole("button", { name: "Remove virus.exe" }).click();
    await dialog.getByRole("button", { name: "Waiting for files" }).press("Enter");
    release();
    await dialog.getByText("Uploaded, 1 kB").first().waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `client request with files ${look}`);
      await screenshot(page, `client-request-files-${look}`);
    });
    await dialog.getByRole("button", { name: "Remove second.md" }).press("Enter");
    await dialog.getByRole("button", { name: "Send request" }).click();
    await page.getByRole("button", { name: "Download plan.md" }).waitFor();
    const upload = actions.find(({ action }) => action === "begin_upload");
    expect(upload).toMatchObject({
      project_id: idOf(4, 1),
      file_name: "plan.md",
      content_type: "text/markdown",
      size_bytes: 7,
      sha256: createHash("sha256").update("# Plan\n").digest("hex"),
    });
    const requests = actions.filter(({ action }) => action === "request");
    expect(requests).toEqual([expect.objectContaining({ file_ids: [expect.any(String)] })]);
  });

  it("show the problem of a failed upload, and can be uploaded again", async () => {
    const { answers, actions } = recordingPortal();
    let fails = true;
    const storing = at("PUT", uploadPath, async (request) => {
      await request.arrayBuffer();
      return fails
        ? Response.json({ message: "down" }, { status: 503 })
        : Response.json({ Key: "plan" });
    });
    const page = await openConsole("/portal", { ...asClient, answers: [...answers, storing] });
    await page.getByRole("button", { name: "Send a request" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your request").fill("Please read this plan.");
    await dialog.locator("input[type=file]").setInputFiles([plan]);
    await dialog.getByRole("button", { name: "Try again: plan.md" }).waitFor();
    await dialog.getByRole("button", { name: "Send request" }).click();
    await dialog.getByText("plan.md isn't attached").waitFor();
    expect(actions.some(({ action }) => action === "request")).toBe(false);
    await expectAccessible(page, "a file that failed");
    await screenshot(page, "client-request-failed-file-390");
    fails = false;
    await dialog.getByRole("button", { name: "Try again: plan.md" }).press("Enter");
    await dialog.getByText("Uploaded, 1 kB").waitFor();
    expect(await focusedText(page)).toBe("Attach files");
    expect(await dialog.getByText("plan.md isn't attached").count()).toBe(0);
    await dialog.getByRole("button", { name: "Send request" }).click();
    await page.getByRole("button", { name: "Download plan.md" }).waitFor();
    const [request] = actions.filter(({ action }) => action === "request");
    expect(request).toMatchObject({ file_ids: [expect.any(String)] });
  });
});
