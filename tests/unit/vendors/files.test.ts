import { afterEach, beforeEach, expect, test } from "vitest";
import { type Office, openOffice } from "./office.ts";
import { file } from "./records.ts";

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.stop());

const ask = (path: string) => office.ask("google-drive", path);
const startToken = async () => (await ask("/changes/startPageToken")).body.startPageToken as string;
const changes = async (token: string, query = "fields=*") =>
  (await ask(`/changes?pageToken=${token}&${query}`)).body;

test("changes come in pages, and the last page has the token of the next round", async () => {
  const token = await startToken();
  const ids = [1, 2, 3].map(() => office.truth.driveFiles.create(file()).id);
  const firstPage = await changes(token, "fields=*&pageSize=2");
  expect(firstPage.newStartPageToken).toBeUndefined();
  const secondPage = await changes(firstPage.nextPageToken);
  const fileIds = [...firstPage.changes, ...secondPage.changes].map(({ fileId }) => fileId);
  expect(fileIds).toEqual(ids);
  expect((await changes(secondPage.newStartPageToken)).changes).toEqual([]);
});

test("an old page token still works when Google's sync tokens have expired", async () => {
  const token = await startToken();
  const { id } = office.truth.driveFiles.create(file());
  office.faults.expireCursors("google-drive");
  expect((await changes(token)).changes).toEqual([expect.objectContaining({ fileId: id })]);
});

test("changes list deleted and unshared files as removed, and trashed and moved files with their new state", async () => {
  const { driveFiles } = office.truth;
  const [deletedId, unsharedId, trashedId, movedId] = [1, 2, 3, 4].map(
    () => driveFiles.create(file()).id,
  ) as [string, string, string, string];
  const token = await startToken();
  driveFiles.delete(deletedId);
  driveFiles.edit(unsharedId, { isShared: false });
  driveFiles.edit(trashedId, { isTrashed: true });
  driveFiles.edit(movedId, { folderId: "1Folder0002" });
  expect((await changes(token)).changes).toEqual([
    expect.objectContaining({ fileId: deletedId, removed: true }),
    expect.objectContaining({ fileId: unsharedId, removed: true }),
    expect.objectContaining({ file: expect.objectContaining({ id: trashedId, trashed: true }) }),
    expect.objectContaining({
      file: expect.objectContaining({ id: movedId, parents: ["1Folder0002"] }),
    }),
  ]);
  for (const id of [deletedId, unsharedId]) expect((await ask(`/files/${id}`)).status).toBe(404);
});

test("without `fields`, a file has only its name and type", async () => {
  const { id } = office.truth.driveFiles.create(file({ name: "Brief.txt" }));
  expect((await ask(`/files/${id}`)).body).toEqual({
    kind: "drive#file",
    id,
    name: "Brief.txt",
    mimeType: "text/plain",
  });
  const { body } = await ask(`/files/${id}?fields=id,parents,permissions(type,role)`);
  expect(body).toEqual({
    id,
    parents: ["1Folder0001"],
    permissions: [
      { type: "user", role: "owner" },
      { type: "domain", role: "reader" },
    ],
  });
});

test("a search finds the files of a folder", async () => {
  const { driveFiles } = office.truth;
  const { id } = driveFiles.create(file());
  driveFiles.create(file({ folderId: "1Folder0002" }));
  driveFiles.create(file({ isTrashed: true }));
  const q = encodeURIComponent("'1Folder0001' in parents and trashed = false");
  expect((await ask(`/files?q=${q}`)).body.files).toEqual([expect.objectContaining({ id })]);
});

test("a file is downloaded, and a Google document is exported", async () => {
  const { driveFiles } = office.truth;
  const plain = driveFiles.create(file({ content: "The brief." }));
  const document = driveFiles.create(
    file({ mimeType: "application/vnd.google-apps.document", content: "# Brief" }),
  );
  expect((await ask(`/files/${plain.id}?alt=media`)).body).toBe("The brief.");
  expect((await ask(`/files/${document.id}?alt=media`)).status).toBe(403);
  const text = await ask(`/files/${document.id}/export?mimeType=text%2Fplain`);
  expect(text.body).toBe("# Brief");
});

test.each([
  ["a request without its page token", "/changes", "query pageToken is missing"],
  ["a page token that is not a number", "/changes?pageToken=x", "Invalid Value: pageToken"],
  ["an unknown parameter", "/files?folder=1", "query folder is unknown"],
  ["a search with an unknown clause", "/files?q=color%20%3D%201", "Invalid Value: q"],
])("%s is refused and recorded", async (_, path, problem) => {
  const { status, body } = await ask(path);
  expect([status, body.error.code]).toEqual([400, 400]);
  expect(office.violations[0]?.problem).toContain(problem);
});
