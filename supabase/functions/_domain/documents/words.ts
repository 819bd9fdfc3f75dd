import type { Enums } from "../../_schema/database.types.ts";

/** The values of a database enum. The type checker requires all of them and accepts no others. */
const words = <Word extends string>(values: Record<Word, true>) =>
  Object.keys(values) as [Word, ...Word[]];

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
