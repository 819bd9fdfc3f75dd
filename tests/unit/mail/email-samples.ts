/** Real emails of many programs. They are read in place; tests of them are skipped where the folder does not exist. */
import path from "node:path";
import { pathToFileURL } from "node:url";

export const emailSamples = () =>
  pathToFileURL(
    `${process.env["EMAIL_SAMPLES"] ?? path.resolve(import.meta.dirname, "../../../../shared/data/email")}/`,
  );
