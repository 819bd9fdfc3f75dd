import { countOf, formatPercent } from "../../format/numbers.ts";
import { isOnItsWay, type Upload } from "./upload.ts";
import { progressInWords } from "./words.ts";

/** The progress of one upload: "Uploading 40%", "Reading page 12 of 80". */
export function uploadInWords(
  upload: Pick<Upload, "phase" | "sentBytes" | "file" | "progress" | "resumesAt" | "version">,
  now = Date.now(),
): string {
  const { phase, sentBytes, file, progress, resumesAt = now, version = 1 } = upload;
  switch (phase) {
    case "waiting":
      return "Queued";
    case "sending":
      return sentBytes < file.size
        ? `Uploading ${formatPercent(sentBytes / file.size)}`
        : "Uploaded, starting processing";
    case "paused": {
      const seconds = Math.max(1, Math.ceil((resumesAt - now) / 1000));
      return `Upload limit reached: continues in ${countOf(seconds, "second")}`;
    }
    case "reading":
      return progress ? progressInWords(progress) : "Waiting to be processed";
    case "published":
      return version > 1 ? `Version ${version} is searchable` : "Searchable";
    case "failed":
      return progress ? "Could not be read" : "Not uploaded";
    case "cancelled":
      return "Cancelled";
  }
}

/** All uploads in one sentence, which changes when one begins or ends and not with every percent. */
export function uploadsInWords(
  uploads: readonly Pick<Upload, "phase" | "title" | "reason">[],
): string {
  if (uploads.length === 0) return "";
  const count = (phase: Upload["phase"]) =>
    uploads.filter((upload) => upload.phase === phase).length;
  const onTheirWay = uploads.filter(isOnItsWay).length - count("reading");
  const parts = [
    onTheirWay > 0 && `${countOf(onTheirWay, "file")} uploading`,
    count("reading") > 0 && `${countOf(count("reading"), "document")} being processed`,
    count("published") > 0 && `${countOf(count("published"), "document")} searchable`,
    ...uploads
      .filter(({ phase }) => phase === "failed")
      .map(({ title, reason }) => `${title} failed: ${reason ?? ""}`),
  ];
  return parts.filter(Boolean).join(". ");
}
