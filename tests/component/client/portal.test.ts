import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import {
  type ClientPortal,
  type ClientPortalAction,
  clientPortal,
} from "../../../supabase/functions/_domain/portal/contract.ts";
import { at, get, post } from "../answers.ts";
import { expectAccessible, focused, inEveryLook, openConsole, screenshot } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { emptyPortal, fullPortal } from "../fixtures/portal.ts";

const uploadPath = "/storage/v1/object/upload/sign/documents/plan";
const plan = { name: "plan.md", mimeType: "text/markdown", buffer: Buffer.from("# Plan\n") };

/** The service with this portal, which records what clients send. */
function recording(refuse?: () => AppError) {
  let portal: ClientPortal = fullPortal;
  const sent: ClientPortalAction[] = [];
  const answers = [
    get(clientPortal, () => portal),
    post(clientPortal, ({ body }) => {
      sent.push(body);
      if (refuse) throw refuse();
      if (body.action === "request") {
        const [earlier] = fullPortal.requests;
        if (!earlier) throw new Error("The fixture has a request");
        const request = {
          ...earlier,
          id: idOf(18, 9),
          kind: body.kind,
          text: body.text,
          status: "open" as const,
          reply: null,
          ended_at: null,
          files: (body.file_ids ?? []).map((id) => ({ id, name: "plan.md", size_bytes: 7 })),
        };
        portal = { ...portal, requests: [request, ...portal.requests] };
        return { action: body.action, request };
      }
      if (body.action === "begin_upload") {
        const file_id = idOf(18, 30 + sent.length);
        const expires_at = "2099-01-01T00:00:00Z";
        return {
          action: body.action,
          file_id,
          bucket: "documents",
          path: file_id,
          token: "token",
          signed_url: uploadPath,
          expires_at,
        };
      }
      if (body.action !== "decide_deliverable") throw new Error(`Not a client's: ${body.action}`);
      const decision = {
        id: idOf(18, 8),
        decision: body.decision,
        comment: body.comment ?? null,
        content_hash: body.content_hash,
        decided_by: "Clara Example",
        decided_at: "2026-11-17T10:00:00+00:00",
      };
      portal = {
        ...portal,
        deliverables: portal.deliverables.map((one) => ({ ...one, decision })),
      };
      const { title, file } = fullPortal.deliverables[0] ?? { title: "", file: null };
      const { deliverable_id } = body;
      const record = { ...decision, deliverable_id, title, project: "Quay redesign", file };
      return { action: body.action, record };
    }),
  ];
  return { answers, sent };
}
const asClient = { as: people.client, width: 390 } as const;

describe("the portal shows", () => {
  it("everything published for the client, at /portal, accessibly in every look", async () => {
    const page = await openConsole("/", { ...asClient, answers: recording().answers });
    await page.getByRole("heading", { level: 2, name: "Quay redesign" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/portal");
    await page.getByText("62.5 of 100 hours used").waitFor();
    await page.getByText("The tour page is ready").waitFor();
    expect(await page.getByRole("listitem").filter({ hasText: "The map has" }).textContent()).toBe(
      "The map has all paths.",
    );
    await page.getByText("Yes, in German and English.").waitFor();
    await page.getByText("No updates or deliverables.").waitFor();
    await page.getByText("Two more stations").click();
    await page.getByText("+12 hours · +€1,200.00 · from 20 Nov 2026").waitFor();
    expect(await page.getByText("You chose the second design.").isVisible()).toBe(false);
    await page.getByText("Earlier updates").click();
    expect(await page.getByText("You chose the second design.").isVisible()).toBe(true);
    await page.getByText("Phase 2").click();
    expect(await page.getByRole("table").getByRole("row").allTextContents()).toEqual([
      "PageHours",
      "Wegbeschreibungsübersicht12",
    ]);
    await page.getByText("Not the audio.", { exact: true }).waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `client portal ${look}`);
      await screenshot(page, `client-portal-${look}`);
    });
  });

  it("hours beyond the budget as such, in every look", async () => {
    const [project] = fullPortal.projects;
    if (!project) throw new Error("The fixture has a project");
    const portal = {
      ...fullPortal,
      projects: [{ ...project, hours: { used: 202.5, budget: 120 } }],
    };
    const page = await openConsole("/portal", {
      ...asClient,
      answers: [get(clientPortal, portal)],
    });
    await page.getByText("202.5 of 120 hours used").waitFor();
    await page.getByText("82.5 hours over the budget").waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `client portal over budget ${look}`);
      await screenshot(page, `client-portal-over-budget-${look}`);
    });
  });

  it("its purpose if there are no projects, and a failure with a way to try again", async () => {
    let fails = true;
    const flaky = get(clientPortal, () => {
      if (fails) throw new AppError(503, "database_unavailable", "…");
      return emptyPortal;
    });
    const page = await openConsole("/portal", { ...asClient, answers: [flaky] });
    await page.getByRole("alert").waitFor();
    fails = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(/Northlight Studio has no projects with you yet/).waitFor();
  });
});

describe("a client", () => {
  it("approves a deliverable by keyboard and keeps a record of it", async () => {
    const { answers, sent } = recording();
    const page = await openConsole("/portal", { ...asClient, answers });
    await page.getByRole("button", { name: "Approve deliverable" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Approve deliverable" });
    await dialog.getByText(/An approval is final/).waitFor();
    await dialog.getByRole("button", { name: "Approve deliverable" }).press("Enter");
    await page.getByText(/^Approved by Clara Example/).waitFor();
    await expect.poll(() => focused(page)).toBe(fullPortal.deliverables[0]?.title);
    expect(sent).toEqual([
      {
        action: "decide_deliverable",
        deliverable_id: idOf(18, 4),
        content_hash: "a".repeat(64),
        decision: "approved",
      },
    ]);
    expect(await page.getByRole("button", { name: "Approve deliverable" }).count()).toBe(0);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download record" }).click();
    const record = await readFile(await (await saved).path(), "utf8");
    expect(record).toContain("Decision: Approved\nBy: Clara Example");
    expect(record).toContain(`SHA-256 of the file: ${"b".repeat(64)}`);
  });

  it("requests changes with a comment, which is required", async () => {
    const { answers, sent } = recording();
    const page = await openConsole("/portal", { ...asClient, answers });
    await page.getByRole("button", { name: "Request changes" }).click();
    const dialog = page.getByRole("dialog", { name: "Request changes" });
    await dialog.getByRole("button", { name: "Request changes" }).click();
    await dialog.getByText("Describe the changes that you need").waitFor();
    expect(sent).toEqual([]);
    await dialog.getByLabel("Changes").fill("The logo is too small.");
    await dialog.getByRole("button", { name: "Request changes" }).click();
    await page.getByText(/Changes requested by Clara Example.*: The logo is too small\./).waitFor();
  });

  it("reads why a decision was refused, and loses no text", async () => {
    const { answers } = recording(
      () =>
        new AppError(
          409,
          "deliverable_changed",
          "The deliverable isn't the version that you saw. Open it again",
        ),
    );
    const page = await openConsole("/portal", { ...asClient, answers });
    await page.getByRole("button", { name: "Request changes" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Changes").fill("The logo is too small.");
    await dialog.getByRole("button", { name: "Request changes" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(await dialog.getByLabel("Changes").inputValue()).toBe("The logo is too small.");
  });

  it("sends a request and sees by when to expect a response", async () => {
    const { answers, sent } = recording();
    const page = await openConsole("/portal", { ...asClient, answers });
    await page.getByRole("button", { name: "Send a request" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Request for Quay redesign" });
    await dialog.getByLabel("Your request").fill("When is the launch?");
    await dialog.getByRole("button", { name: "Send request" }).click();
    await page.getByText("Request sent. You get a response by 18 Nov 2026.").waitFor();
    await expect.poll(() => focused(page)).toBe("Send a request");
    await page.getByText("When is the launch?").waitFor();
    expect(sent).toEqual([
      {
        action: "request",
        project_id: idOf(4, 1),
        kind: "question",
        text: "When is the launch?",
      },
    ]);
  });
});

describe("unsent text", () => {
  it("is kept when Escape, a click outside or Cancel would close a request, until it is discarded", async () => {
    const { answers, sent } = recording();
    const page = await openConsole("/portal", { ...asClient, width: 1440, answers });
    const open = page.getByRole("button", { name: "Send a request" }).first();
    const dialog = page.getByRole("dialog", { name: "Request for Quay redesign" });
    const question = page.getByRole("dialog", { name: "Discard what you entered?" });
    await open.click();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await open.click();
    await dialog.getByLabel("Your request").fill("When is the launch?");
    const closings = [
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(5, 400),
      () => dialog.getByRole("button", { name: "Cancel" }).click(),
      () => dialog.getByRole("button", { name: "Close" }).click(),
    ];
    for (const close of closings) {
      await close();
      await question.waitFor();
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "detached" });
      expect(await dialog.getByLabel("Your request").inputValue()).toBe("When is the launch?");
    }
    await page.keyboard.press("Escape");
    await question.waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `unsent request ${look}`);
      await screenshot(page, `client-request-unsent-${look}`);
    });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await question.getByRole("button", { name: "Discard entries" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(sent).toEqual([]);
  });

  it("is kept in a decision about a deliverable", async () => {
    const page = await openConsole("/portal", { ...asClient, answers: recording().answers });
    await page.getByRole("button", { name: "Request changes" }).click();
    const dialog = page.getByRole("dialog", { name: "Request changes" });
    await dialog.getByLabel("Changes").fill("The logo is too small.");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keep editing" }).click();
    expect(await dialog.getByLabel("Changes").inputValue()).toBe("The logo is too small.");
  });
});

describe("a client's files", () => {
  it("are uploaded, removed and sent with the request, at 390 px and accessibly", async () => {
    const { answers, sent } = recording();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const storing = at("PUT", uploadPath, async (request) => {
      await request.arrayBuffer();
      await held;
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
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `client request with files ${look}`);
      await screenshot(page, `client-request-files-${look}`);
    });
    await dialog.getByRole("button", { name: "Remove second.md" }).press("Enter");
    await dialog.getByRole("button", { name: "Send request" }).click();
    await page.getByRole("button", { name: "Download plan.md" }).waitFor();
    const begun = sent.find(({ action }) => action === "begin_upload");
    expect(begun).toMatchObject({
      project_id: idOf(4, 1),
      file_name: "plan.md",
      content_type: "text/markdown",
      size_bytes: 7,
      sha256: createHash("sha256").update("# Plan\n").digest("hex"),
    });
    const requests = sent.filter(({ action }) => action === "request");
    expect(requests).toEqual([expect.objectContaining({ file_ids: [expect.any(String)] })]);
  });

  it("name their problem when an upload fails, and are tried again", async () => {
    const { answers, sent } = recording();
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
    expect(sent.some(({ action }) => action === "request")).toBe(false);
    await expectAccessible(page, "a file that failed");
    await screenshot(page, "client-request-failed-file-390");
    fails = false;
    await dialog.getByRole("button", { name: "Try again: plan.md" }).press("Enter");
    await dialog.getByText("Uploaded, 1 kB").waitFor();
    expect(await focused(page)).toBe("Attach files");
    expect(await dialog.getByText("plan.md isn't attached").count()).toBe(0);
    await dialog.getByRole("button", { name: "Send request" }).click();
    await page.getByRole("button", { name: "Download plan.md" }).waitFor();
    const [request] = sent.filter(({ action }) => action === "request");
    expect(request).toMatchObject({ file_ids: [expect.any(String)] });
  });

  it("are named with the reason when they are too large, too many or of a wrong type", async () => {
    const { answers, sent } = recording();
    const storing = at("PUT", uploadPath, async (request) => {
      await request.arrayBuffer();
      return Response.json({ Key: "plan" });
    });
    const page = await openConsole("/portal", { ...asClient, answers: [...answers, storing] });
    await page.getByRole("button", { name: "Send a request" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your request").fill("Please read these.");
    const chosen = dialog.locator("input[type=file]");
    await chosen.evaluate((input: HTMLInputElement) => {
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
    await dialog.getByText("virus.exe, film.pdf, and plan 6.md aren't attached").waitFor();
    expect(sent.some(({ action }) => action === "request")).toBe(false);
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `refused files ${look}`);
      await screenshot(page, `client-request-refused-files-${look}`);
    });
    // A place becomes free.
    for (const name of ["virus.exe", "film.pdf", "plan 1.md"]) {
      await dialog.getByRole("button", { name: `Remove ${name}` }).press("Enter");
    }
    await dialog.getByRole("button", { name: "Try again: plan 6.md" }).press("Enter");
    await fileOf("plan 6.md").getByText("Uploaded", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Send request" }).click();
    await page.getByText("Request sent.", { exact: false }).waitFor();
    const [request] = sent.filter(({ action }) => action === "request");
    expect((request as { file_ids?: string[] }).file_ids).toHaveLength(5);
  });

  it("have room between the list and the button", async () => {
    const { answers } = recording();
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

  it("name their problem when the service refuses one, which can be removed", async () => {
    const { answers } = recording(
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

describe("a lead", () => {
  it("sees the portal as the client does, under a banner, without the client's buttons", async () => {
    const queries: unknown[] = [];
    const answers = [
      get(clientPortal, ({ query }) => {
        queries.push(query);
        return fullPortal;
      }),
      post(clientPortal, ({ body }) => {
        if (body.action !== "prepare_access") throw new Error(`Not expected: ${body.action}`);
        return {
          action: body.action,
          contacts: [
            {
              id: idOf(5, 5),
              name: "Clara Example",
              email: "clara@demo.test",
              access: "active" as const,
            },
          ],
          portal: fullPortal,
        };
      }),
    ];
    const page = await openConsole(`/clients/${idOf(2, 1)}/portal`, { answers });
    await page.getByText("You see the portal as Harbour Museum does").waitFor();
    await page.getByText("Clara Example has access (clara@demo.test)").waitFor();
    await page.getByRole("heading", { level: 2, name: "Quay redesign" }).waitFor();
    expect(queries).toEqual([{ client_id: idOf(2, 1) }]);
    expect(
      await page.getByRole("button", { name: /Approve deliverable|Send a request/ }).count(),
    ).toBe(0);
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `see as client ${look}`);
      await screenshot(page, `see-as-client-${look}`);
    });
  });
});
