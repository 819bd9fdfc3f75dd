import type { Enums } from "../../_schema/database.types.ts";

/** The words of an enum of the database; the type checker requires exactly all of them. */
const words = <Word extends string>(listed: Record<Word, true>) =>
  Object.keys(listed) as [Word, ...Word[]];

export const documentStatuses = words<Enums<"document_status">>({
  awaiting_upload: true,
  queued: true,
  indexing: true,
  indexed: true,
  failed: true,
  superseded: true,
});

export const indexingSteps = words<Enums<"indexing_step">>({
  extract: true,
  embed: true,
  publish: true,
});
