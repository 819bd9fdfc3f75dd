/** A log file that keeps one older generation and is readable by its owner only. */
import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from "node:fs";
import path from "node:path";
import { format } from "node:util";

const MAX_BYTES = 5_000_000;

export interface LogFile {
  path: string;
  /** Writes one entry with the time and, like `console.log`, any values after it. */
  write(...values: unknown[]): void;
  /** The stream itself, for output that already has its lines. */
  stream: WriteStream;
  close(): Promise<void>;
}

export function openLogFile(file: string): LogFile {
  mkdirSync(path.dirname(file), { recursive: true });
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_BYTES) renameSync(file, `${file}.old`);
  const stream = createWriteStream(file, { flags: "a", mode: 0o600 });
  // A full disk must not end the stack through an unhandled event.
  stream.on("error", () => {});
  return {
    path: file,
    stream,
    write: (...values) => {
      if (stream.writable) stream.write(`${new Date().toISOString()} ${format(...values)}\n`);
    },
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}
