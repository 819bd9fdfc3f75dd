import { useCallback, useEffect, useRef, useState } from "react";
import { actInPortal } from "../../api/client-portal-routes.ts";
import { putFile } from "../../api/put-file.ts";
import { explain, ServiceError } from "../../api/service-error.ts";
import { sha256Of } from "../../api/sha-256.ts";
import { asSentence } from "../../format/sentence.ts";
import { contentTypeOf, refusalOf } from "../documents/file-types.ts";

/** The limit of the service, which the database repeats. */
const MAX_REQUEST_FILES = 5;
const TOO_MANY = `A request can have at most ${MAX_REQUEST_FILES} files. Remove another file, then try again`;

/** A file of a request that is not sent yet. */
export interface RequestUpload {
  key: string;
  file: File;
  sentBytes: number;
  /** Its id, once it has arrived. */
  fileId?: string;
  /** The reason why it isn't uploaded. */
  problem?: string;
  /** Whether the service would refuse it again, so that a retry is pointless. */
  isRefused?: boolean;
}

/**
 * Uploads the files of one request while its form is open. A file that is removed, or whose form is closed, is never
 * sent.
 */
export function useRequestUploads(projectId: string) {
  const [uploads, setUploads] = useState<readonly RequestUpload[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const controllers = aborts.current;
    return () => {
      for (const abort of controllers.values()) abort.abort();
    };
  }, []);

  const change = useCallback((key: string, changes: Partial<RequestUpload>) => {
    setUploads((all) =>
      all.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)),
    );
  }, []);

  const send = async ({ key, file }: RequestUpload) => {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    try {
      const contentType = contentTypeOf(file) ?? "application/octet-stream";
      const { file_id, signed_url } = await actInPortal({
        action: "begin_upload",
        project_id: projectId,
        file_name: file.name,
        content_type: contentType,
        size_bytes: file.size,
        sha256: await sha256Of(file),
      });
      await putFile(signed_url, file, {
        contentType,
        onProgress: (sentBytes) => change(key, { sentBytes }),
        signal: abort.signal,
      });
      change(key, { sentBytes: file.size, fileId: file_id });
    } catch (error) {
      if (!abort.signal.aborted) change(key, { problem: problemOf(error) });
    }
  };

  const add = (files: File[]) => {
    let room = roomBeside(uploads);
    const additions = files.map((file): RequestUpload => {
      const upload = { key: crypto.randomUUID(), file, sentBytes: 0 };
      const refusal = refusalOf(file);
      if (refusal) return { ...upload, problem: refusal, isRefused: true };
      room -= 1;
      return room < 0 ? { ...upload, problem: TOO_MANY } : upload;
    });
    setUploads([...uploads, ...additions]);
    for (const upload of additions) if (!upload.problem) void send(upload);
  };

  const retry = (key: string) => {
    const upload = uploads.find((candidate) => candidate.key === key);
    if (!upload) return;
    if (roomBeside(uploads) <= 0) {
      change(key, { problem: TOO_MANY });
      return;
    }
    const { problem, ...again } = { ...upload, sentBytes: 0 };
    setUploads(uploads.map((upload) => (upload.key === key ? again : upload)));
    void send(again);
  };

  const remove = (key: string) => {
    aborts.current.get(key)?.abort();
    setUploads((all) => all.filter((upload) => upload.key !== key));
  };

  return { uploads, add, retry, remove };
}

/** The number of files that the request can still have. */
const roomBeside = (uploads: readonly RequestUpload[]) =>
  MAX_REQUEST_FILES - uploads.filter(({ problem }) => !problem).length;

export const isUploading = ({ fileId, problem }: RequestUpload) => !fileId && !problem;

/** The problem and the next step, in one line. */
function problemOf(error: unknown): string {
  if (error instanceof ServiceError && error.status >= 400 && error.status < 500) {
    return asSentence(error.message);
  }
  const { title, detail } = explain(error);
  return `${title}. ${detail}`;
}
