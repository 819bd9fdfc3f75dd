import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startVendors, type Vendors } from "../../../scripts/vendors/simulator.ts";
import type { Db } from "../../../supabase/functions/_db/client.ts";
import { googleDriveFiles } from "../../../supabase/functions/_integrations/files/google-drive-files.ts";
import { UnfetchableFile } from "../../../supabase/functions/_integrations/files/port.ts";
import { fetchFile } from "../../../supabase/functions/_jobs/fetch-file.ts";
import { syncAccounts } from "../../support/sync-accounts.ts";
import { file } from "../vendors/records.ts";

let vendors: Vendors;
beforeAll(async () => {
  vendors = await startVendors({ seed: null });
});
afterAll(() => vendors.stop());

const document = "application/vnd.google-apps.document";
const job = {
  id: "job",
  organization_id: "organization",
  kind: "file_fetch",
  payload: { file_id: "file" },
  attempt: 2,
  max_attempts: 10,
  lease_length_ms: 60_000,
  request_id: null,
};
const lease = { job_id: "job", attempt: 2 };

/** Runs a job; returns the calls to the database and the objects in Storage. */
async function run(externalId: string, overrides: object = {}) {
  const calls: [name: string, args: object][] = [];
  const storedFiles: { path: string; text: string; type: string }[] = [];
  const answer = {
    state: "leased",
    provider: "google_drive",
    external_id: externalId,
    settings: { subject: "office@agency.test" },
    secret: syncAccounts["google_drive"]?.secret,
    export_type: null,
    content_type: "text/plain",
    content_version: "v1",
    max_bytes: 1000,
    version: 1,
    bucket: "documents",
    path: "organization/file/1/2-notes.txt",
    ...overrides,
  };
  const db = {
    rpc(name: string, args: object) {
      calls.push([name, args]);
      return { data: name === "lease_file_fetch" ? answer : null, error: null };
    },
    storage: {
      from: () => ({
        async upload(path: string, bytes: Uint8Array, options: { contentType: string }) {
          storedFiles.push({
            path,
            text: new TextDecoder().decode(bytes),
            type: options.contentType,
          });
          return { data: {}, error: null };
        },
      }),
    },
  } as unknown as Db;
  const source = googleDriveFiles({ tokenUrl: vendors.googleTokenUrl });
  const handler = fetchFile([{ source, baseUrl: vendors.baseUrls["google-drive"] }]);
  const result = await handler(job, { db, signal: new AbortController().signal }).catch(
    (error: Error) => error,
  );
  return { result, calls: calls.slice(1), storedFiles };
}

const create = (fields: Parameters<typeof file>[0]) =>
  vendors.truth.driveFiles.create(file(fields)).id;

describe("a file's job", () => {
  test("stores the bytes under the path of its attempt, then has the database add them", async () => {
    const content = "The budget is approved.";
    const { result, calls, storedFiles } = await run(create({ mimeType: "text/plain", content }));
    expect(result).toBe("handled");
    expect(storedFiles).toEqual([
      { path: "organization/file/1/2-notes.txt", text: content, type: "text/plain" },
    ]);
    expect(calls).toEqual([
      [
        "store_fetched_file",
        {
          ...lease,
          content_version: "v1",
          version: 1,
          size_bytes: content.length,
          sha256: createHash("sha256").update(content).digest("hex"),
        },
      ],
    ]);
  });

  test("exports a Google document", async () => {
    const id = create({ mimeType: document, content: "# Brief" });
    const { storedFiles } = await run(id, {
      export_type: "text/markdown",
      content_type: "text/markdown",
    });
    expect(storedFiles).toEqual([
      expect.objectContaining({ text: "# Brief", type: "text/markdown" }),
    ]);
  });

  test.each([
    ["file_too_large", () => create({ mimeType: "text/plain", content: "x".repeat(1001) })],
    ["empty_file", () => create({ mimeType: "text/plain", content: "" })],
    ["file_not_shared", () => create({ mimeType: "text/plain", content: "x", isShared: false })],
    ["download_forbidden", () => create({ mimeType: document, content: "x" })],
  ])("ends as %s without a version where a retry could not help", async (code, make) => {
    const { result, calls, storedFiles } = await run(make());
    expect(result).toBe("handled");
    expect(calls).toEqual([["fail_file_fetch", expect.objectContaining({ ...lease, code })]]);
    expect(storedFiles).toEqual([]);
  });

  test("leaves the job to a retry when Drive fails, and stores nothing", async () => {
    const id = create({ mimeType: "text/plain", content: "x" });
    vendors.faults.add({ vendor: "google-drive", kind: "server_error", status: 503 });
    const { result, calls } = await run(id);
    expect(result).toBeInstanceOf(Error);
    expect(result).not.toBeInstanceOf(UnfetchableFile);
    expect(calls).toEqual([]);
    expect((await run(id)).result).toBe("handled");
  });

  test("that has nothing left to fetch makes no request to Drive", async () => {
    const before = vendors.requests.length;
    const { result, calls } = await run("gone", { state: "gone" });
    expect([result, calls, vendors.requests.length]).toEqual(["handled", [], before]);
  });
});

test("a job sends only requests that the description of Drive allows", () => {
  expect(vendors.violations).toEqual([]);
});
