import type { SeededBug } from "./bugs.ts";

/** Bugs that the tests of the suite database find. */
export const databaseBugs: SeededBug[] = [
  {
    name: "An edit ignores the version that its author saw",
    project: "database",
    test: "tests/laws/approvals/approvals.test.ts",
    testName: "one by one",
    change: {
      file: "supabase/schemas/approvals/edit_approval.sql",
      edits: [
        {
          find: "  perform private.refuse_stale_approval(v_approval, edit_approval.version);\n",
          replace: "",
        },
      ],
    },
  },
  {
    name: "A decision does not lock its card",
    project: "database",
    test: "tests/laws/approvals/approvals.test.ts",
    testName: "two to eight sessions",
    change: {
      file: "supabase/schemas/approvals/lock_approval.sql",
      edits: [
        {
          find: "scope_id = any (v_scope_ids)\n  for update;",
          replace: "scope_id = any (v_scope_ids);",
        },
      ],
    },
  },
  {
    name: "People read their own hours on projects that they have left",
    project: "database",
    test: "tests/laws/scope/differential.test.ts",
    testName: "everyone reads exactly their scope",
    change: {
      sql: `alter policy time_entries_select_in_scope on public.time_entries using (
        project_id = any ((select private.visible_project_ids())::uuid[])
        or person_id = (select people.id from public.people where people.user_id = (select auth.uid())));`,
    },
  },
  {
    name: "An estimate compares with work of projects that the viewer may not see",
    project: "database",
    test: "tests/laws/scope/estimates.test.ts",
    testName: "only the viewer's rows up to today",
    change: {
      file: "supabase/schemas/estimates/get_outcome.sql",
      edits: [
        {
          find: "returns jsonb\nlanguage plpgsql\nstable\nset search_path = pg_catalog, pg_temp\nas $$\ndeclare\n  v_viewer",
          replace:
            "returns jsonb\nlanguage plpgsql\nstable\nsecurity definer\nset search_path = pg_catalog, pg_temp\nas $$\ndeclare\n  v_viewer",
        },
        {
          find: "v_viewer.organization_id, private.visible_project_ids(),",
          replace:
            "v_viewer.organization_id, array(select projects.id from public.projects where projects.organization_id = v_viewer.organization_id),",
        },
      ],
    },
  },
  {
    name: "A call to a vendor is not announced before it is made",
    project: "database",
    test: "tests/db/executor-crash.test.ts",
    testName: "task_create > workers killed at every step",
    seeds: 3,
    change: {
      file: "supabase/functions/_jobs/execute-approval.ts",
      edits: [
        {
          find: "if (wasCalled || !effect.isRepeatable) effectResult = await",
          replace: "if (wasCalled) effectResult = await",
        },
        { find: "    await execution.markVendorCall();\n", replace: "" },
      ],
    },
  },
  {
    name: "An executor whose call was announced before does not look for its marker",
    project: "database",
    test: "tests/db/executor-crash.test.ts",
    testName: "a database killed under its workers",
    seeds: 3,
    change: {
      file: "supabase/functions/_jobs/execute-approval.ts",
      edits: [
        {
          find: "      if (wasCalled || !effect.isRepeatable) effectResult = await effect.find(signal);\n",
          replace: "",
        },
        {
          find: "    if (wasCalled && !effect.isRepeatable) {\n",
          replace: "    if (wasCalled && effect.isRepeatable) {\n",
        },
      ],
    },
  },
  {
    name: "A document's published passages stay when its text is replaced by a longer one",
    project: "database",
    test: "tests/db/indexing-crash.test.ts",
    testName: "readers of a text that is replaced",
    seeds: 3,
    change: {
      file: "supabase/schemas/documents/publish_document.sql",
      edits: [
        {
          find: "  delete from public.passages where passages.source_id = v_source.id;\n",
          replace:
            "  delete from public.passages where passages.source_id = v_source.id and passages.position < (\n    select count(*) from private.staged_passages where staged_passages.document_id = upload.document_id);\n",
        },
      ],
    },
  },
  {
    name: "A page of the timeline ends one day early",
    project: "database",
    test: "tests/db/pgtap-portfolio.test.ts",
    testName: "get_project_timeline/pages_have_no_gaps",
    seeds: 3,
    change: {
      file: "supabase/schemas/portfolio/get_project_timeline.sql",
      edits: [
        {
          find: "            and (audit_events.occurred_at at time zone v_zone)::date < days.day\n",
          replace: "",
        },
      ],
    },
  },
  {
    name: "A sync applies an older version over a newer one",
    project: "database",
    test: "tests/db/sync-histories.test.ts",
    testName: "end with the vendor's rows",
    change: {
      file: "supabase/schemas/syncs/apply_sync_records.sql",
      edits: [
        {
          find: "          when comparison.is_older then 'unchanged'\n",
          replace: "",
        },
      ],
    },
  },
];
