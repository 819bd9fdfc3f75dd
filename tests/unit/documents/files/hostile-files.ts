import { busyFiles } from "./busy-files.ts";
import { communicationFiles } from "./communication-files.ts";
import type { HostileFile } from "./expected.ts";
import { officeFiles } from "./office-files.ts";
import { pdfFiles } from "./pdf-files.ts";
import { textFiles } from "./text-files.ts";

/** Ordinary and hostile files of every format that is read, and how the reading of each must end. */
export const hostileFiles: HostileFile[] = [
  ...pdfFiles,
  ...officeFiles,
  ...textFiles,
  ...communicationFiles,
  ...busyFiles,
];
