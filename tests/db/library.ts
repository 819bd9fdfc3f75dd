/** Documents for the crash tests of indexing: files behind a stand-in for Storage, and what readers see of them. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import type { Office } from "./crash-parent.ts";

/** Files with this beginning kill the process that reads them: at once, by memory, or by an endless loop. */
export const KILLERS = ["kills its reader", "eats all memory", "never comes to an end"] as const;

/** A reader without pauses uses more CPU time than the workers that it watches. */
const READER_PAUSE_MS = 10;

export interface Upload {
  id: string;
  version: number;
}

/** A text of numbered words that name their text. */
export function textOf(name: string, words: number): string {
  const lines: string[] = [];
  for (let word = 0; word < words; word += 12) {
    const line = Array.from(
      { length: Math.min(12, words - word) },
      (_, i) => `${name}w${word + i}`,
    );
    lines.push(line.join(" "));
  }
  return lines.join("\n\n");
}

/** Answers `GET /storage/v1/object/<bucket>/<path>` with files of a folder, like Storage does. */
async function startStorage() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-objects-"));
  const fileOf = (objectPath: string) => path.join(folder, encodeURIComponent(objectPath));
  const server = createServer(async (request, answer) => {
    const objectPath = decodeURIComponent(request.url?.replace("/storage/v1/object/", "") ?? "");
    try {
      answer.end(await readFile(fileOf(objectPath)));
    } catch {
      answer.writeHead(400, { "content-type": "application/json" });
      answer.end('{"statusCode":"404","error":"not_found","message":"Object not found"}');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    put: (objectPath: string, bytes: string) => writeFile(fileOf(objectPath), bytes),
    remove: (objectPath: string) => rm(fileOf(objectPath)),
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

export async function openLibrary(office: Office) {
  const storage = await startStorage();
  const { sql, as, projectId, leadUserId } = office;
  const [member] = await sql<{ user_id: string }[]>`
    select people.user_id from public.project_members
    join public.people on people.id = project_members.person_id
    where project_members.project_id = ${projectId} and people.role = 'member'
      and people.user_id is not null and people.archived_at is null limit 1`;
  if (!member) throw new Error("Nobody is a member of the project");
  await sql`update private.rate_limit_settings set max_calls = 10000 where route = 'ingest-doc'`;

  /** A file that a lead announces and uploads. */
  async function upload(text: string, documentId?: string): Promise<Upload & { path: string }> {
    const [row] = await as(
      leadUserId,
      (tx) => tx`
        select public.create_document_upload(
          ${projectId}, 'notes.txt', 'text/plain', ${Buffer.byteLength(text)},
          document_id => ${documentId ?? null}) as made`,
    );
    const upload = row?.["made"] as { document_id: string; version: number; path: string };
    await storage.put(`documents/${upload.path}`, text);
    await sql`
      insert into storage.objects ${sql({
        bucket_id: "documents",
        name: upload.path,
        metadata: sql.json({ size: Buffer.byteLength(text), mimetype: "text/plain" }),
      } as never)}`;
    return { id: upload.document_id, version: upload.version, path: upload.path };
  }

  /** Processes the latest upload. */
  const ingest = (id: string) => as(leadUserId, (tx) => tx`select public.begin_indexing(${id})`);

  /** Reads as a member of the project, in one statement under every policy. */
  async function read(tx: Sql, id: string): Promise<{ version: number; text: string }> {
    const [row] = await tx<{ version: number; text: string | null }[]>`
      select max(sources.published_version) as version,
        string_agg(passages.content, ' ' order by passages.position) as text
      from public.passages join public.sources on sources.id = passages.source_id
      where sources.id = ${id}`;
    return { version: row?.version ?? 0, text: row?.text ?? "" };
  }

  return {
    storage,
    upload,
    ingest,
    async ordered(text: string): Promise<Upload> {
      const session = await upload(text);
      await ingest(session.id);
      return session;
    },
    readAsMember: (id: string) => as(member.user_id, (tx) => read(tx, id)),
    /** Reads repeatedly until it is stopped; returns every distinct result. */
    watch(id: string) {
      const counts = new Map<string, number>();
      let isStopped = false;
      let reads = 0;
      const reading = as(member.user_id, async (tx) => {
        while (!isStopped) {
          const { version, text } = await read(tx, id);
          if (!counts.has(text)) counts.set(text, version);
          reads += 1;
          await sleep(READER_PAUSE_MS);
        }
      });
      return {
        async stop() {
          isStopped = true;
          await reading;
          return { reads, texts: [...counts.keys()] };
        },
      };
    },
    async statusOf({ id, version }: Upload): Promise<string> {
      const [row] = await sql`
        select concat_ws(' ', status, failure_code) as status from public.document_versions
        where document_id = ${id} and version = ${version}`;
      return row?.["status"];
    },
    /** The reason that people see for a failed upload. */
    async reasonOf({ id, version }: Upload): Promise<string> {
      return as(leadUserId, async (tx) => {
        const [row] = await tx`
          select failure_reason as reason from public.document_versions
          where document_id = ${id} and version = ${version}`;
        return row?.["reason"];
      });
    },
    /** Counts the rows that finished steps left. */
    async remains() {
      const [row] = await sql<{ staged: number; jobs: number; unread: number; passages: number }[]>`
        select (select count(*)::int from private.staged_passages) as staged,
          (select count(*)::int from private.jobs where kind = 'document_index') as jobs,
          (select count(*)::int from public.document_versions
           where status in ('queued', 'indexing')) as unread,
          (select count(*)::int from public.passages join public.sources on sources.id = source_id
           join public.documents on documents.id = sources.id
           where source_version is distinct from published_version) as passages`;
      return { ...row };
    },
    close: () => storage.close(),
  };
}
export type Library = Awaited<ReturnType<typeof openLibrary>>;
