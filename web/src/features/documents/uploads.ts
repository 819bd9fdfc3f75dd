import { useSyncExternalStore } from "react";
import {
  actOnDocument,
  beginUpload,
  ingestDocument,
  type UploadSession,
} from "../../api/document-routes.ts";
import { putFile } from "../../api/put-file.ts";
import { explain, hasStatus, ServiceError } from "../../api/service-error.ts";
import { asSentence } from "../../format/sentence.ts";
import { queryClient } from "../../query-client.ts";
import { supabase } from "../../supabase/client.ts";
import { contentTypeOf } from "./file-types.ts";
import { documentsKey, readProgress } from "./queries.ts";
import { reportRunningUploads } from "./running-uploads.ts";
import { isOnItsWay, type NewFile, type Upload } from "./upload.ts";
import { isRunning, type Progress } from "./words.ts";

// Files that are being uploaded to the library. They are stored outside the page, so that a viewer who leaves it
// finds them again.

/** The number of files sent at a time; the others wait. */
const TOGETHER = 3;
/** How often the console checks an upload that is being processed. */
const POLL_MS = 1000;
/** The pause if the service names none. */
const PAUSE_S = 10;

interface Work {
  abort: AbortController;
  session?: UploadSession;
}

let uploads: readonly Upload[] = [];
const works = new Map<string, Work>();
const listeners = new Set<() => void>();
let watchers = 0;
let notify: (upload: Upload) => void = () => {};
let owner: string | undefined;

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );
}

/** Marks the uploads as shown by a page until the returned function is called; otherwise a message reports their end. */
export function watchUploads(): () => void {
  watchers += 1;
  return () => {
    watchers -= 1;
  };
}

/** Announces an upload that ended while no page showed it. */
export function onUnwatchedEnd(onEnd: (upload: Upload) => void): void {
  notify = onEnd;
}

function set(next: readonly Upload[]): void {
  uploads = next;
  reportRunningUploads(next.filter(isOnItsWay).length);
  for (const listener of listeners) listener();
}

function change(key: string, changes: Partial<Upload>): void {
  set(uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
}

const find = (key: string) => uploads.find((upload) => upload.key === key);

export function startUploads(files: NewFile[]): void {
  const additions = files.map(
    (file): Upload => ({ ...file, key: crypto.randomUUID(), phase: "waiting", sentBytes: 0 }),
  );
  set([...uploads, ...additions]);
  void clearForNextOwner();
  pump();
}

/** Continues a failed or cancelled upload from where it stopped. */
export function retryUpload(key: string): void {
  const upload = find(key);
  if (!upload || isOnItsWay(upload)) return;
  // Queues it again, without the results of the last attempt.
  const { reason: _, resumesAt: __, progress: ___, ...again } = upload;
  set(
    uploads.map((upload) =>
      upload.key === key ? { ...again, phase: "waiting", sentBytes: 0 } : upload,
    ),
  );
  pump();
}

/** Cancels an upload. The service retains a partial upload only as a version of an existing document. */
export function cancelUpload(key: string): void {
  const upload = find(key);
  const work = works.get(key);
  if (
    !upload ||
    (upload.phase !== "waiting" && upload.phase !== "sending" && upload.phase !== "paused")
  )
    return;
  change(key, { phase: "cancelled" });
  work?.abort.abort();
  const session = work?.session;
  if (session?.version === 1) {
    works.delete(key);
    change(key, { documentId: undefined });
    void actOnDocument({ action: "archive", document_id: session.document_id })
      .catch(() => {})
      .finally(refreshDocuments);
  }
}

/** Removes ended uploads from the list. */
export function forgetEndedUploads(): void {
  set(uploads.filter(isOnItsWay));
  for (const key of works.keys()) if (!find(key)) works.delete(key);
}

function pump(): void {
  const isBusy = ({ phase }: Upload) => phase === "sending" || phase === "paused";
  let slots = TOGETHER - uploads.filter(isBusy).length;
  for (const upload of uploads) {
    if (slots <= 0) break;
    if (upload.phase !== "waiting") continue;
    slots -= 1;
    change(upload.key, { phase: "sending" });
    void send(upload.key).finally(pump);
  }
  guardWindow();
}

async function send(key: string): Promise<void> {
  const upload = find(key);
  if (!upload) return;
  const work: Work = { ...works.get(key), abort: new AbortController() };
  works.set(key, work);
  const { signal } = work.abort;
  try {
    if (!work.session || hasExpired(work.session)) {
      const isVersion = upload.documentId !== undefined;
      work.session = await withPauses(key, signal, () =>
        beginUpload(
          {
            project_id: upload.projectId,
            file_name: upload.file.name,
            content_type: contentTypeOf(upload.file) ?? "application/octet-stream",
            size_bytes: upload.file.size,
            // A new version keeps the kind and the title of its document.
            ...(isVersion
              ? { document_id: upload.documentId }
              : { title: upload.title, kind: upload.kind }),
          },
          signal,
        ),
      );
      change(key, { documentId: work.session.document_id, version: work.session.version });
      refreshDocuments();
    }
    const { signed_url, document_id } = work.session;
    await putFile(signed_url, upload.file, {
      contentType: contentTypeOf(upload.file) ?? "application/octet-stream",
      onProgress: (sentBytes) => change(key, { sentBytes }),
      signal,
    });
    change(key, { sentBytes: upload.file.size });
    await withPauses(key, signal, () => ingestDocument(document_id, signal));
    change(key, { phase: "reading" });
    refreshDocuments();
    poll();
  } catch (error) {
    if (signal.aborted) return;
    end(key, { phase: "failed", reason: reasonOf(error) });
  }
}

/** A signed upload URL counts as expired a minute early, so that no upload begins with one that is about to expire. */
function hasExpired({ expires_at }: UploadSession): boolean {
  return Date.parse(expires_at) < Date.now() + 60_000;
}

/** When the service is called too often, waits as long as it requests, then continues. */
async function withPauses<T>(key: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!hasStatus(error, 429) || signal.aborted) throw error;
      const { details } = error as ServiceError;
      const seconds = (details as { retry_after_seconds?: unknown } | null)?.retry_after_seconds;
      const pauseMs = (typeof seconds === "number" ? seconds : PAUSE_S) * 1000;
      change(key, { phase: "paused", resumesAt: Date.now() + pauseMs });
      await pause(pauseMs, signal);
      change(key, { phase: "sending", resumesAt: undefined });
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** The problem and the next step, in one line or two. */
function reasonOf(error: unknown): string {
  const { title, detail } = explain(error);
  if (error instanceof ServiceError && error.status >= 400 && error.status < 500) {
    return error.status === 401 ? `${title}. ${detail}` : asSentence(error.message);
  }
  return `${title}. ${detail}`;
}

let pollTimer: ReturnType<typeof setTimeout> | undefined;

/** Polls the files that are being processed until all have ended. */
function poll(): void {
  if (pollTimer !== undefined) return;
  pollTimer = setTimeout(async () => {
    const processing = uploads.filter(({ phase }) => phase === "reading");
    try {
      const rows = await readProgress(processing.flatMap(({ documentId }) => documentId ?? []));
      for (const upload of processing) {
        const row = rows.find(
          ({ document_id, version }) =>
            document_id === upload.documentId && version === upload.version,
        );
        if (row) applyProgress(upload.key, row);
      }
    } catch {
      // The next poll may find more; the pages report failures.
    }
    pollTimer = undefined;
    if (uploads.some(({ phase }) => phase === "reading")) poll();
  }, POLL_MS);
}

function applyProgress(key: string, row: Progress & { failure_reason: string | null }): void {
  if (isRunning(row)) {
    change(key, { progress: row });
  } else if (row.status === "indexed") {
    end(key, { phase: "published", progress: row });
  } else {
    const isReplaced = row.status === "superseded";
    const reason = isReplaced
      ? "A newer file replaced this one before it was processed."
      : (row.failure_reason ?? "");
    end(key, { phase: "failed", progress: row, reason });
  }
}

function end(key: string, changes: Partial<Upload>): void {
  change(key, changes);
  refreshDocuments();
  guardWindow();
  const upload = find(key);
  if (upload && watchers === 0) notify(upload);
}

function refreshDocuments(): void {
  void queryClient.invalidateQueries({ queryKey: documentsKey });
}

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** Closing the window loses unsent files; processing continues without it. */
function guardWindow(): void {
  const isSending = uploads.some((upload) => isOnItsWay(upload) && upload.phase !== "reading");
  if (isSending) window.addEventListener("beforeunload", askBeforeLeaving);
  else window.removeEventListener("beforeunload", askBeforeLeaving);
}

/** The next person to sign in on this window must not see another person's files. */
async function clearForNextOwner(): Promise<void> {
  if (owner !== undefined) return;
  owner = (await supabase().auth.getSession()).data.session?.user.id ?? "";
  supabase().auth.onAuthStateChange((_, session) => {
    if (!session || session.user.id === owner) return;
    owner = session.user.id;
    for (const { abort } of works.values()) abort.abort();
    works.clear();
    set([]);
    guardWindow();
  });
}
