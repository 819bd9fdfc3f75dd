import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conformanceTarget, tokenOf } from "./target.ts";

const target = conformanceTarget();
const bucket = `conformance-${randomUUID().slice(0, 8)}`;
let owner: Sql;

// A folder per user, with a policy like every policy on objects, but without our tables.
beforeAll(async () => {
  const { error } = await target()
    .secret()
    .storage.createBucket(bucket, { public: false, fileSizeLimit: 1000 });
  expect(error).toBeNull();
  owner = postgres(target().database_url, { max: 1, onnotice: () => {} });
  const isOwnFolder = `bucket_id = '${bucket}' and (storage.foldername(name))[1] = (select auth.uid())::text`;
  await owner.unsafe(`
    create policy conformance_read on storage.objects for select to authenticated using (${isOwnFolder});
    create policy conformance_write on storage.objects for insert to authenticated with check (${isOwnFolder});
  `);
});
afterAll(async () => {
  await owner.unsafe(`
    drop policy conformance_read on storage.objects;
    drop policy conformance_write on storage.objects;
  `);
  await owner.end();
  await target().secret().storage.emptyBucket(bucket);
  await target().secret().storage.deleteBucket(bucket);
});

async function signedIn(email = "member@demo.test") {
  const client = await target().as(email);
  const { data } = await client.auth.getUser();
  return { client, storage: client.storage.from(bucket), folder: data.user?.id as string };
}

describe("uploading", () => {
  test.each([
    ["bytes", () => new TextEncoder().encode("hello")],
    ["a Blob", () => new Blob(["hello"], { type: "text/plain" })],
    ["a File", () => new File(["hello"], "a.txt", { type: "text/plain" })],
  ])("%s arrives unchanged", async (_, content) => {
    const { storage, folder } = await signedIn();
    const path = `${folder}/${randomUUID()} ü.txt`;
    const { error } = await storage.upload(path, content(), { contentType: "text/plain" });
    expect(error).toBeNull();
    const { data } = await storage.download(path);
    expect(await data?.text()).toBe("hello");
  });

  test("into another person's folder, or without signing in, is refused", async () => {
    const { folder } = await signedIn();
    const otherUser = await signedIn("lead@demo.test");
    const refusal = await otherUser.storage.upload(`${folder}/a.txt`, new Uint8Array(1));
    expect(refusal.error).not.toBeNull();
    const anonymous = target().anonymous().storage.from(bucket);
    expect((await anonymous.upload(`${folder}/b.txt`, new Uint8Array(1))).error).not.toBeNull();
  });

  test("over an object without upsert is refused", async () => {
    const { storage, folder } = await signedIn();
    const path = `${folder}/${randomUUID()}.txt`;
    expect((await storage.upload(path, new Uint8Array(3))).error).toBeNull();
    expect((await storage.upload(path, new Uint8Array(4))).error).not.toBeNull();
    expect((await (await storage.download(path)).data?.arrayBuffer())?.byteLength).toBe(3);
  });

  test("more than the bucket accepts is refused, even without a length", async () => {
    const { client, storage, folder } = await signedIn();
    const path = `${folder}/${randomUUID()}.bin`;
    expect((await storage.upload(path, new Uint8Array(1001))).error).not.toBeNull();
    const { url, publishable_key: apikey } = target();
    const chunkStream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 20; i++) controller.enqueue(new Uint8Array(100));
        controller.close();
      },
    });
    const answer = await fetch(`${url}/storage/v1/object/${bucket}/${path}`, {
      method: "POST",
      headers: { apikey, authorization: `Bearer ${await tokenOf(client)}` },
      body: chunkStream,
      duplex: "half",
    });
    expect(answer.ok).toBe(false);
    expect((await storage.download(path)).data).toBeNull();
  });
});

describe("reading", () => {
  test("is for the people that the policy names", async () => {
    const { storage, folder } = await signedIn();
    const path = `${folder}/${randomUUID()}.txt`;
    await storage.upload(path, new Uint8Array(3));
    const otherClients = [
      (await signedIn("lead@demo.test")).storage,
      target().anonymous().storage.from(bucket),
    ];
    for (const otherClient of otherClients) {
      expect((await otherClient.download(path)).data).toBeNull();
      expect((await otherClient.createSignedUrl(path, 60)).data).toBeNull();
    }
    const listing = await (await signedIn("lead@demo.test")).storage.list(folder);
    expect(listing.data ?? []).toEqual([]);
  });

  test("sends every object as something to save, never to run", async () => {
    const { client, storage, folder } = await signedIn();
    const path = `${folder}/${randomUUID()}.html`;
    const page = new Blob(["<script>alert(1)</script>"], { type: "text/html" });
    await storage.upload(path, page, { contentType: "text/html" });
    const { url, publishable_key: apikey } = target();
    const { data } = await storage.createSignedUrl(path, 60, { download: "Añb.html" });
    const authorization = `Bearer ${await tokenOf(client)}`;
    for (const answer of [
      await fetch(data?.signedUrl ?? ""),
      await fetch(`${url}/storage/v1/object/${bucket}/${path}`, {
        headers: { apikey, authorization },
      }),
    ]) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain("alert");
      if (target().dataDir === undefined) continue; // On the platform, Storage has its own origin.
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    }
  });
});

test("a part of an object is sent only on request", async () => {
  const { storage, folder } = await signedIn();
  const path = `${folder}/${randomUUID()}.txt`;
  await storage.upload(path, new TextEncoder().encode("0123456789"));
  const signedUrl = (await storage.createSignedUrl(path, 60)).data?.signedUrl ?? "";
  const cases: [string, number, string][] = [
    ["bytes=2-4", 206, "234"],
    ["bytes=7-", 206, "789"],
    ["bytes=-2", 206, "89"],
    ["bytes=99-", 416, ""],
  ];
  for (const [range, status, text] of cases) {
    const answer = await fetch(signedUrl, { headers: { range } });
    expect([range, answer.status]).toEqual([range, status]);
    if (status === 206) expect(await answer.text()).toBe(text);
  }
});

describe.concurrent("signed URLs", () => {
  test("work without a key until they expire", async () => {
    const { storage, folder } = await signedIn();
    const path = `${folder}/${randomUUID()}.txt`;
    await storage.upload(path, new TextEncoder().encode("signed"));
    const { data } = await storage.createSignedUrl(path, 2);
    const signedUrl = data?.signedUrl ?? "";
    const answer = await fetch(signedUrl);
    expect([answer.status, await answer.text()]).toEqual([200, "signed"]);
    const urls = await storage.createSignedUrls([path, `${folder}/none.txt`], 60);
    expect((await fetch(urls.data?.[0]?.signedUrl ?? "")).status).toBe(200);
    expect(urls.data?.[1]?.error).toBeTruthy();
    const traversal = await storage.createSignedUrls([`../../bucket/${bucket}`], 60);
    expect(traversal.data?.[0]?.error).toBeTruthy();
    await sleep(2100);
    expect((await fetch(signedUrl)).status).toBe(400);
  });

  test("upload once, to their path only", async () => {
    const { storage, folder } = await signedIn();
    const path = `${folder}/${randomUUID()}.txt`;
    const { data, error } = await storage.createSignedUploadUrl(path);
    expect(error).toBeNull();
    const token = data?.token ?? "";
    const anonymous = target().anonymous().storage.from(bucket);
    const otherPathUpload = await anonymous.uploadToSignedUrl(
      `${folder}/else.txt`,
      token,
      new Blob(["x"]),
    );
    expect(otherPathUpload.error).not.toBeNull();
    const upload = await anonymous.uploadToSignedUrl(path, token, new Blob(["once"]));
    expect(upload.error).toBeNull();
    expect(await (await storage.download(path)).data?.text()).toBe("once");
    const again = await anonymous.uploadToSignedUrl(path, token, new Blob(["twice"]));
    expect(again.error).not.toBeNull();
    expect(await (await storage.download(path)).data?.text()).toBe("once");
  });

  test.each(["a signed address", "a path of one's own"])(
    "one of twenty uploads at once to %s succeeds, and its bytes are stored",
    async (way) => {
      const { storage, folder } = await signedIn();
      const anonymous = target().anonymous().storage.from(bucket);
      for (let round = 0; round < 3; round++) {
        const path = `${folder}/${randomUUID()}.txt`;
        const token =
          way === "a signed address"
            ? ((await storage.createSignedUploadUrl(path)).data?.token ?? "")
            : undefined;
        // Each file has another length, so that no two take the same time to write.
        const contents = Array.from({ length: 20 }, (_, n) => `${n} ${"x".repeat(45 * n)}`);
        const uploads = await Promise.all(
          contents.map((content) =>
            token === undefined
              ? storage.upload(path, new Blob([content]))
              : anonymous.uploadToSignedUrl(path, token, new Blob([content])),
          ),
        );
        const storedContents = contents.filter((_, n) => uploads[n]?.error === null);
        expect(storedContents).toHaveLength(1);
        expect(await (await storage.download(path)).data?.text()).toBe(storedContents[0]);
        const refusals = uploads.flatMap(({ error }) => (error === null ? [] : [error.message]));
        expect(new Set(refusals)).toEqual(new Set(["The resource already exists"]));
      }
    },
  );

  test("are refused when forged, swapped, or used as a user's token", async () => {
    const { storage, folder } = await signedIn();
    const path = `${folder}/${randomUUID()}.txt`;
    await storage.upload(path, new Uint8Array(3));
    const { url, publishable_key: apikey } = target();
    const downloadUrl = (await storage.createSignedUrl(path, 60)).data?.signedUrl ?? "";
    const downToken = new URL(downloadUrl).searchParams.get("token") ?? "";
    const upToken =
      (await storage.createSignedUploadUrl(`${folder}/${randomUUID()}.txt`)).data?.token ?? "";

    const object = `${url}/storage/v1/object`;
    const attempts = [
      await fetch(`${object}/sign/${bucket}/${path}?token=${downToken.slice(0, -4)}AAAA`),
      await fetch(`${object}/sign/${bucket}/${path}?token=${upToken}`),
      await fetch(`${object}/sign/${bucket}/${folder}/other.txt?token=${downToken}`),
      await fetch(`${object}/sign/${bucket}/${path}`),
      await fetch(`${object}/upload/sign/${bucket}/${path}?token=${downToken}`, {
        method: "PUT",
        body: "x",
      }),
    ];
    for (const answer of attempts) {
      expect([400, 401, 403]).toContain(answer.status);
    }
    for (const token of [downToken, upToken]) {
      const answer = await fetch(`${url}/rest/v1/projects?select=id`, {
        headers: { apikey, authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(401);
    }
  });
});
