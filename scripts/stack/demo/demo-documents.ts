/**
 * The demo data's files. Documents of the seeds get their files, and a few more are uploaded as a person would, so
 * that the library shows every result of processing, failures included.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { connect, type DemoStack } from "./demo-client.ts";
import { DEMO_PASSWORD } from "./demo-users.ts";

const FILES = path.resolve(import.meta.dirname, "../../../supabase/seeds/files");
const BUCKET = "documents";
const UPLOADER = "lead@demo.test";

/** The files of the seeds' documents, by the file name in the seeds. */
const seedFiles: Record<string, string> = {
  "Contract web shop relaunch, signed.pdf": "web-shop-contract.pdf",
  "Accessibility findings, first round.docx": "accessibility-findings.docx",
};

interface DemoDocument {
  file: string;
  title: string;
  kind: "brief" | "report" | "transcript" | "other";
  contentType: string;
  /** Code of its project. */
  project: string;
}

const demoDocuments: DemoDocument[] = [
  {
    file: "second-phase-brief.md",
    title: "Brief: second phase of the booking app",
    kind: "brief",
    contentType: "text/markdown",
    project: "BOOK-01",
  },
  {
    file: "usability-report.pdf",
    title: "Reader app: usability report",
    kind: "report",
    contentType: "application/pdf",
    project: "READ-01",
  },
  {
    file: "steering-meeting.vtt",
    title: "Steering meeting, dealer portal",
    kind: "transcript",
    contentType: "text/vtt",
    project: "DEAL-01",
  },
  {
    // A scanned page without machine-readable text: its processing fails.
    file: "annex-c-scan.pdf",
    title: "Annex C, scanned",
    kind: "other",
    contentType: "application/pdf",
    project: "SHOP-01",
  },
];

/** Adds missing files. Does nothing if the database does not contain the demo data. */
export async function addDemoDocuments(stack: DemoStack, signal: AbortSignal): Promise<void> {
  const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [uploader] = await sql<{ organization_id: string }[]>`
      select people.organization_id from public.people
      join auth.users on users.id = people.user_id
      where users.email = ${UPLOADER}`;
    if (uploader === undefined) return;
    await storeSeededFiles(sql, uploader.organization_id, stack, signal);
    const missing = await missingUploads(sql, uploader.organization_id);
    if (missing.length === 0) return;
    const client = connect(stack, stack.publishableKey, signal);
    const { error } = await client.auth.signInWithPassword({
      email: UPLOADER,
      password: DEMO_PASSWORD,
    });
    // A person has changed this sign-in, so it no longer belongs to the demo.
    if (error) return;
    for (const document of missing) await upload(client, stack, document, signal);
  } finally {
    await sql.end();
  }
}

async function storeSeededFiles(
  sql: postgres.Sql,
  organizationId: string,
  stack: DemoStack,
  signal: AbortSignal,
): Promise<void> {
  const rows = await sql<{ path: string; file_name: string; content_type: string }[]>`
    select path, file_name, content_type from public.document_versions
    where organization_id = ${organizationId} and version = 1 and status = 'indexed'
      and file_name = any (${Object.keys(seedFiles)})
      and not exists (
        select from storage.objects where bucket_id = ${BUCKET} and name = document_versions.path)`;
  const store = connect(stack, stack.secretKey, signal).storage.from(BUCKET);
  for (const row of rows) {
    const bytes = await readFile(path.join(FILES, seedFiles[row.file_name] ?? ""));
    const { error } = await store.upload(row.path, bytes, { contentType: row.content_type });
    if (error) throw error;
  }
}

interface Missing extends DemoDocument {
  projectId: string;
  /** The document of an upload that began and was never completed. */
  documentId: string | null;
}

async function missingUploads(sql: postgres.Sql, organizationId: string): Promise<Missing[]> {
  const projects = await sql<{ id: string; code: string }[]>`
    select id, code from public.projects
    where organization_id = ${organizationId} and archived_at is null
      and code = any (${demoDocuments.map(({ project }) => project)})`;
  const existingVersions = await sql<
    { file_name: string; document_id: string; has_arrived: boolean }[]
  >`
    select file_name, document_id, bool_or(status <> 'awaiting_upload') as has_arrived
    from public.document_versions
    where organization_id = ${organizationId} and file_name = any (${demoDocuments.map(({ file }) => file)})
    group by file_name, document_id`;
  return demoDocuments.flatMap((document) => {
    const projectId = projects.find(({ code }) => code === document.project)?.id;
    const uploads = existingVersions.filter(({ file_name }) => file_name === document.file);
    if (projectId === undefined || uploads.some(({ has_arrived }) => has_arrived)) return [];
    return [{ ...document, projectId, documentId: uploads[0]?.document_id ?? null }];
  });
}

async function upload(
  client: SupabaseClient,
  { url }: DemoStack,
  document: Missing,
  signal: AbortSignal,
): Promise<void> {
  const { file, title, kind, contentType, projectId, documentId } = document;
  const bytes = await readFile(path.join(FILES, file));
  const token = (await client.auth.getSession()).data.session?.access_token;
  const post = async (slug: string, body: object) => {
    const answer = await fetch(`${url}/api/${slug}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    if (!answer.ok) throw new Error(`${slug} of ${file}: ${await answer.text()}`);
    return (await answer.json()) as { document_id: string; path: string; token: string };
  };
  const session = await post("doc-upload-session", {
    project_id: projectId,
    file_name: file,
    content_type: contentType,
    size_bytes: bytes.length,
    ...(documentId === null ? { title, kind } : { document_id: documentId }),
  });
  const { error } = await client.storage
    .from(BUCKET)
    .uploadToSignedUrl(session.path, session.token, bytes, { contentType });
  if (error) throw error;
  await post("ingest-doc", { document_id: session.document_id });
}
