import { useCallback, useEffect, useRef, useState } from "react";
import { actInPortal } from "../../api/client-portal-routes.ts";
import { putFile } from "../../api/put-file.ts";
import { explain, ServiceError } from "../../api/service-error.ts";
import { sha256Of } from "../../api/sha-256.ts";
import { asSentence } from "../../format/sentence.ts";
import { contentTypeOf, refusalOf } from "../documents/file-types.ts";

/** The limit of the service, which the database repeats. */
const MAX_REQUEST_FILES = 5;

/** A file of a request that is being written. */
export interface RequestUpload {
  key: string;
  file: File;
  sentBytes: number;
  /** Its id, once it has arrived. */
  fileId?: string;
  /** The reason why it isn't uploaded. */
  problem?: string;
}

/** Uploads the files of one request while its form is open; a file that is removed or left behind is never sent. */
export function useRequestUploads(projectId: string) {
  const [uploads, setUploads] = useState<readonly RequestUpload[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const change = useCallback((key: string, changes: Partial<RequestUpload>) => {
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
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
    const room = MAX_REQUEST_FILES - uploads.filter(({ problem }) => !problem).length;
    const added = files.map((file, index): RequestUpload => {
      const refusal =
        refusalOf(file) ??
        (index < room ? null : `A request can have at most ${MAX_REQUEST_FILES} files`);
      return { key: crypto.randomUUID(), file, sentBytes: 0, ...(refusal && { problem: refusal }) };
    });
    setUploads([...uploads, ...added]);
    for (const upload of added) if (!upload.problem) void send(upload);
  };

  const remove = (key: string) => {
    aborts.current.get(key)?.abort();
    setUploads((all) => all.filter((one) => one.key !== key));
  };

  return { uploads, add, remove };
}

export const isUploading = ({ fileId, problem }: RequestUpload) => !fileId && !problem;

/** The problem and the next step, in one line. */
function problemOf(error: unknown): string {
  if (error instanceof ServiceError && error.status >= 400 && error.status < 500) {
    return asSentence(error.message);
  }
  const { title, detail } = explain(error);
  return `${title}. ${detail}`;
}
