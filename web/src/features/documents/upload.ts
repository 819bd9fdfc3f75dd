import type { DocumentKind, Progress } from "./words.ts";

export interface NewFile {
  file: File;
  title: string;
  projectId: string;
  kind: DocumentKind;
  /** The document that this is a new version of. */
  documentId?: string | undefined;
}

export type UploadPhase =
  /** paused: the service asked for a pause; the upload continues by itself. */
  "waiting" | "sending" | "paused" | "reading" | "published" | "failed" | "cancelled";

export interface Upload extends NewFile {
  key: string;
  phase: UploadPhase;
  sentBytes: number;
  version?: number;
  /** When it continues, in milliseconds since the epoch. */
  resumesAt?: number;
  progress?: Progress;
  /** Why it failed and what to do. */
  reason?: string;
}

/** Whether the upload will still change without the viewer. */
export function isOnItsWay({ phase }: Pick<Upload, "phase">): boolean {
  return phase === "waiting" || phase === "sending" || phase === "paused" || phase === "reading";
}
