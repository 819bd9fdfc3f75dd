import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { contentTypes } from "../../web/src/features/documents/file-types.ts";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { focused, screenshot } from "./console.ts";
import {
  chooseProject,
  drop,
  type GivenFile,
  inside,
  open,
  published,
  READ_MS,
  stored,
  textFile,
  uploadForm,
  uploadLine,
} from "./own-library.ts";

const PATIENT_MS = 120_000;
const big = textFile("long.md", `# Long\n\n${"All words are the same here. ".repeat(20_000)}`);

let organization: OwnOrganization;
beforeEach(async () => {
  organization = await makeOrganization();
});

/** Lets bytes out slowly, so that there is something to watch. */
async function slowUploads(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const limit = (uploadThroughput: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await limit(bytesPerSecond);
  return async () => {
    await limit(-1);
  };
}

async function dropInto(page: Page, project: string, file: GivenFile): Promise<void> {
  await drop(page, [file]);
  await chooseProject(page, project);
  await uploadForm(page).getByRole("button", { name: "Upload 1 file" }).click();
}

describe("an upload", () => {
  it(
    "says how far it is, is called off without leaving anything, and tried again",
    async () => {
      await inside(organization.people.lead, "/documents", "Documents", async (page) => {
        const atFullSpeed = await slowUploads(page, 60_000);
        await dropInto(page, "alpha", big);
        const line = uploadLine(page, "long");
        await line.getByText(/^Uploading [1-9]\d?\s?%$/).waitFor();
        await screenshot(page, "documents-uploading");
        await line.getByRole("button", { name: "Cancel long" }).click();
        await line.getByText("Cancelled").waitFor();
        await expect.poll(() => focused(page)).toBe("Try again");
        await expect
          .poll(async () => stored(organization.id, "long"))
          .toMatchObject({ is_archived: true, status: "awaiting_upload" });
        const objects = await owner`
          select from storage.objects where name like ${`${organization.id}/%`}`;
        expect(objects).toHaveLength(0);
        await page.getByRole("heading", { name: "No documents yet" }).waitFor();

        await atFullSpeed();
        await line.getByRole("button", { name: "Try again: long" }).click();
        await published(page, "long");
        expect(await stored(organization.id, "long")).toMatchObject({ status: "indexed" });
      });
    },
    PATIENT_MS,
  );

  it(
    "goes on while its reader is elsewhere, and says there when it is done",
    async () => {
      await inside(organization.people.lead, "/documents", "Documents", async (page) => {
        const atFullSpeed = await slowUploads(page, 60_000);
        await dropInto(page, "alpha", big);
        await uploadLine(page, "long").waitFor();
        await page.getByRole("link", { name: "Portfolio" }).click();
        await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
        await page.getByRole("link", { name: "Documents 1 on the way" }).waitFor();
        await atFullSpeed();
        const notice = page.getByRole("status").filter({ hasText: "Published: long" });
        await notice.waitFor({ timeout: READ_MS });
        await notice.getByRole("button", { name: "Show" }).click();
        await page.getByRole("heading", { level: 1, name: "long" }).waitFor();
        await page.getByText("All words are the same here.").first().waitFor();
      });
    },
    PATIENT_MS,
  );

  it(
    "waits when there were too many, and goes on by itself",
    async () => {
      const { lead } = organization.people;
      // Twelve calls of which the oldest leaves the window in a few seconds.
      await owner`
        insert into private.rate_limits (organization_id, person_id, route, admitted_at)
        values (${organization.id}, ${lead.id}, 'ingest-doc',
                array_fill(clock_timestamp() - interval '45 seconds', array[12]))`;
      await inside(lead, "/documents", "Documents", async (page) => {
        await dropInto(page, "alpha", textFile("short.md", "# Short\n\nWords."));
        await uploadLine(page, "short")
          .getByText(/goes on in \d+ seconds?/)
          .waitFor();
        await screenshot(page, "documents-paused");
        await published(page, "short");
      });
    },
    PATIENT_MS,
  );

  it("of what the service does not take is refused before it begins, in the service's words", async () => {
    const { lead } = organization.people;
    const refused: [GivenFile, number | undefined][] = [
      [{ name: "photo.png", mimeType: "image/png", buffer: Buffer.from("x") }, undefined],
      [{ name: "empty.md", mimeType: "text/markdown", buffer: Buffer.from("") }, undefined],
      [{ name: "huge.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(26_214_401) }, 413],
    ];
    await inside(lead, "/documents", "Documents", async (page) => {
      await page.keyboard.press("u");
      const form = uploadForm(page);
      await form.locator('input[type="file"]').setInputFiles(refused.map(([file]) => file));
      await form.getByText("3 files cannot be uploaded").waitFor();
      for (const [{ name, mimeType, buffer }] of refused) {
        const { error } = await refusalOf(name, mimeType, buffer.length);
        await form
          .getByRole("listitem")
          .filter({ hasText: `${name}: ${error}` })
          .waitFor();
      }
      expect(await form.getByRole("button", { name: "Upload", exact: true }).isDisabled()).toBe(
        true,
      );
    });
    for (const [ending, type] of Object.entries(contentTypes)) {
      const [known] = await owner<{ is_read: boolean }[]>`
        select private.is_document_type(${type}, ${`a.${ending}`}) as is_read`;
      expect(known, ending).toEqual({ is_read: true });
    }
  });
});

/** What the database says to such a file. */
async function refusalOf(name: string, type: string, size: number) {
  const error = await owner`select private.check_upload(${name}, ${type}, ${size}, 'Title')`.then(
    () => "",
    (refusal: Error) => refusal.message,
  );
  return { error };
}

describe("by keyboard", () => {
  it(
    "a document is opened, renamed, archived and taken back",
    async () => {
      await inside(organization.people.lead, "/documents", "Documents", async (page) => {
        await dropInto(page, "alpha", textFile("note.md", "# Note\n\nWords."));
        await published(page, "note");
        await page.keyboard.press("Control+k");
        await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
        await page.keyboard.type("upload doc");
        await page.locator("[data-selected]").getByText("Upload documents…").waitFor();
        await page.keyboard.press("Enter");
        await uploadForm(page).waitFor();
        await page.keyboard.press("Escape");
        await uploadForm(page).waitFor({ state: "detached" });

        await page.getByRole("cell").getByRole("link", { name: "note" }).focus();
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { level: 1, name: "note" }).waitFor();
        await expect.poll(() => focused(page)).toBe("note");
        await page.getByRole("button", { name: "More actions" }).focus();
        await page.keyboard.press("Enter");
        await page.getByRole("menuitem", { name: "Rename…" }).waitFor();
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await page.locator("input:focus").waitFor();
        await page.keyboard.press("Control+a");
        await page.keyboard.type("Renamed note");
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { level: 1, name: "Renamed note" }).waitFor();
        await expect.poll(() => focused(page)).toBe("Renamed note");

        await page.getByRole("button", { name: "More actions" }).click();
        await page.getByRole("menuitem", { name: "Archive" }).click();
        await page.getByText("Nobody finds, cites or opens it.").waitFor();
        expect(await stored(organization.id, "Renamed note")).toMatchObject({ is_archived: true });
        await page.keyboard.press("z");
        await page.getByRole("button", { name: "Download", exact: true }).waitFor();
        expect(await stored(organization.id, "Renamed note")).toMatchObject({ is_archived: false });
      });
    },
    PATIENT_MS,
  );
});

describe("a long library", () => {
  it(
    "of 5,000 documents has few rows in the page; its filters are in the address",
    async () => {
      const { lead } = organization.people;
      await owner`
      with made as (
        insert into public.sources (organization_id, kind, project_id, title)
        select ${organization.id}, 'document', ${organization.alphaId}, 'File ' || lpad(n::text, 4, '0')
        from generate_series(1, 5000) as n
        returning *
      ), documents as (
        insert into public.documents (id, organization_id, kind, scope_id, is_restricted)
        select id, organization_id, 'report', scope_id, false from made
        returning *
      )
      select count(*) from documents`;
      await owner`
      insert into public.document_versions (
        document_id, version, organization_id, scope_id, path, file_name, content_type, size_bytes)
      select id, 1, organization_id, scope_id, 'test/' || id, 'file.md', 'text/markdown', 10
      from public.documents where organization_id = ${organization.id}`;
      await inside(lead, "/documents?sort=title&dir=asc", "Documents", async (page) => {
        await page.getByRole("link", { name: "File 0001" }).waitFor();
        expect(await page.locator("table").getAttribute("aria-rowcount")).toBe("5001");
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        await page.getByRole("link", { name: "File 5000" }).waitFor();
        expect(await page.locator("tbody tr").count()).toBeLessThan(100);

        await page.evaluate(() => window.scrollTo(0, 0));
        await page.getByLabel("Search titles and files").fill("File 012");
        await page.getByRole("link", { name: "File 0129" }).waitFor();
        await page.getByLabel("Kind", { exact: true }).selectOption("report");
        await page.getByLabel("Status", { exact: true }).selectOption("awaiting_upload");
        await expect
          .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
          .toEqual({
            q: "File 012",
            kind: "report",
            status: "awaiting_upload",
            sort: "title",
            dir: "asc",
          });
        await open(page, page.url(), "Documents");
        await expect.poll(() => page.locator("tbody tr").count()).toBe(10);
        await page.getByLabel("Status", { exact: true }).selectOption("failed");
        await page.getByText("No document fits this search.").waitFor();
        await page.getByRole("button", { name: "Clear the filters" }).click();
        await expect.poll(() => page.locator("table").getAttribute("aria-rowcount")).toBe("5001");
      });
    },
    PATIENT_MS,
  );
});
