/**
 * Where Lite's Storage keeps the bytes of objects: files named by a hash of bucket and key, so that a key cannot
 * be a path, each with a small file for its type. Both are written under a temporary name and renamed, so that a
 * reader never sees a part of a file.
 */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { App } from "@supabase/lite";

type StorageAdapter = NonNullable<App["_storageAdapter"]>;
type Upload = Parameters<StorageAdapter["uploadObject"]>[3];
type ObjectMetadata = Awaited<ReturnType<StorageAdapter["headObject"]>>;

interface Sidecar {
  mimetype: string;
  cacheControl: string;
  eTag: string;
}

// Lite passes no version when it writes and a random one when it reads, so versions are ignored.
export function createObjectStore(folder: string): StorageAdapter {
  const pathOf = (bucket: string, key: string) => {
    const hash = createHash("sha256").update(`${bucket}\0${key}`).digest("hex");
    return path.join(folder, hash.slice(0, 2), hash);
  };

  async function describe(file: string): Promise<ObjectMetadata> {
    const { size, mtime } = await stat(file);
    const sidecar = JSON.parse(await readFile(`${file}.json`, "utf8")) as Sidecar;
    return { ...sidecar, httpStatusCode: 200, size, contentLength: size, lastModified: mtime };
  }

  async function put(
    file: string,
    write: (temporary: string) => Promise<void>,
    sidecar: () => Sidecar,
  ) {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const temporary = `${file}.${randomUUID()}`;
    try {
      await write(temporary);
      await writeFile(`${temporary}.json`, JSON.stringify(sidecar()), { mode: 0o600 });
      await rename(`${temporary}.json`, `${file}.json`);
      await rename(temporary, file);
    } finally {
      await rm(temporary, { force: true });
      await rm(`${temporary}.json`, { force: true });
    }
    return describe(file);
  }

  async function remove(bucket: string, key: string): Promise<void> {
    const file = pathOf(bucket, key);
    await rm(file, { force: true });
    await rm(`${file}.json`, { force: true });
  }

  return {
    driver: null,
    async uploadObject(bucket, key, _version, body, mimetype, cacheControl) {
      const hash = createHash("md5");
      return put(
        pathOf(bucket, key),
        async (temporary) => {
          const bytes = tap(chunksOf(body), (chunk) => hash.update(chunk));
          await writeFile(temporary, bytes, { mode: 0o600 });
        },
        () => ({ mimetype, cacheControl, eTag: `"${hash.digest("hex")}"` }),
      );
    },
    async getObject(bucket, key) {
      const file = pathOf(bucket, key);
      const metadata = await describe(file);
      const body = Readable.toWeb(createReadStream(file));
      return { metadata, httpStatusCode: 200, body } as Awaited<
        ReturnType<StorageAdapter["getObject"]>
      >;
    },
    headObject: (bucket, key) => describe(pathOf(bucket, key)),
    deleteObject: (bucket, key) => remove(bucket, key),
    async deleteObjects(bucket, keys) {
      for (const key of keys) await remove(bucket, key);
    },
    async copyObject(fromBucket, fromKey, _version, toBucket, toKey) {
      const source = pathOf(fromBucket, fromKey);
      const { mimetype, cacheControl, eTag } = await describe(source);
      return put(
        pathOf(toBucket, toKey),
        (temporary) => copyFile(source, temporary),
        () => ({ mimetype, cacheControl, eTag }),
      );
    },
    // Only image transformations by URL need an address, and this stack has none.
    async privateAssetUrl() {
      throw new Error("Objects of this store have no URL of their own.");
    },
  };
}

function chunksOf(body: Upload): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return body instanceof Uint8Array ? [body] : (body as ReadableStream<Uint8Array>);
}

async function* tap(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onChunk(chunk);
    yield chunk;
  }
}
