import { idOf } from "../fixtures/people.ts";

/** An authoring profile as the service lists it. */
export const profile = {
  id: idOf(43, 1),
  key: "client-readout",
  name: "Client readout",
  kind: "client_readout" as const,
  sections: [{ heading: "Summary", collects: ["hours" as const] }],
  source_kinds: ["meeting" as const],
  max_source_age_days: 90,
  max_passages: 20,
  includes_restricted: false,
  standing_facts: [],
  rubric: null,
  export_format: "pdf" as const,
  export_name: "{title}",
  includes_revision_history: false,
  version: 3,
  updated_at: "2026-11-20T09:00:00+00:00",
  archived_at: null,
};
