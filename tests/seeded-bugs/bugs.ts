/** Bugs that the randomised tests must find at their usual depth: `npm run test:seeded-bugs`. */

export interface SeededBug {
  /** The fault of the product. */
  name: string;
  project: "unit" | "database" | "service";
  test: string;
  /** The name of the test within the file, or a part of it. */
  only: string;
  /** A part of the names of tests that have to run before it. */
  after?: string;
  /** With how many seeds the test runs, where it takes too long for ten. */
  seeds?: number;
  change: SourceChange | { sql: string };
}

/** Texts of one file, each of which occurs once. A file of supabase/schemas becomes a migration that replaces its functions. */
interface SourceChange {
  file: string;
  edits: { find: string; replace: string }[];
}

/** The text with the bug. Throws when the text has changed since the bug was written. */
export function changed(name: string, { file, edits }: SourceChange, text: string): string {
  return edits.reduce((before, { find, replace }) => {
    if (before.split(find).length !== 2) {
      throw new Error(`"${name}" does not apply: ${file} must contain this once:\n${find}`);
    }
    return before.replace(find, () => replace);
  }, text);
}

export const seededBugs: SeededBug[] = [
  {
    name: "An edit ignores the version that its author saw",
    project: "database",
    test: "tests/laws/approvals/approvals.test.ts",
    only: "one by one",
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
    only: "two to eight sessions",
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
    only: "everyone reads exactly their scope",
    change: {
      sql: `alter policy time_entries_select_in_scope on public.time_entries using (
        project_id = any ((select private.visible_project_ids())::uuid[])
        or person_id = (select people.id from public.people where people.user_id = (select auth.uid())));`,
    },
  },
  {
    name: "A call to a vendor is not announced before it is made",
    project: "database",
    test: "tests/db/executor-crash.test.ts",
    only: "task_create > workers killed at every step",
    seeds: 3,
    change: {
      file: "supabase/functions/_jobs/execute-approval.ts",
      edits: [
        {
          find: "if (wasCalled || !effect.isRepeatable) made = await",
          replace: "if (wasCalled) made = await",
        },
        { find: "    await execution.markVendorCall();\n", replace: "" },
      ],
    },
  },
  {
    name: "An executor whose call was announced before does not look for its marker",
    project: "database",
    test: "tests/db/executor-database-crash.test.ts",
    only: "the database killed under its workers",
    seeds: 3,
    change: {
      file: "supabase/functions/_jobs/execute-approval.ts",
      edits: [
        {
          find: "      if (wasCalled || !effect.isRepeatable) made = await effect.find(signal);\n",
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
    only: "readers of a text that is replaced",
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
    only: "get_project_timeline/pages_have_no_gaps",
    after: "_helpers/",
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
    name: "A request takes the token of the request that came last",
    project: "service",
    test: "tests/concurrency/identity.test.ts",
    only: "nobody gets an answer of anybody else",
    change: {
      file: "supabase/functions/_http/auth.ts",
      edits: [
        {
          find: "/**\n * Verifies the bearer token",
          replace: 'let latest: string | null = "";\n\n/**\n * Verifies the bearer token',
        },
        {
          find: "  const { data, error } = await verifyAuth(",
          replace:
            '  latest = request.headers.get("authorization");\n  const { data, error } = await verifyAuth(',
        },
        {
          find: "    global: {\n      headers: { authorization: `Bearer $",
          replace:
            '    accessToken: async () => latest?.slice(7) ?? "",\n    global: {\n      headers: { "x-caller": `$',
        },
      ],
    },
  },
  {
    name: "The same question at the same moment is read once for both askers",
    project: "service",
    test: "tests/service/chat-two-viewers.test.ts",
    only: "of two people in turn",
    change: {
      file: "supabase/functions/_chat/gather.ts",
      edits: [
        {
          find: `  return (await callFunction(db, "get_chat_spine", {
    ...asked,
    ...(as && { as_person_id: as }),
  })) as unknown as Outline;
}
`,
          replace: `  const key = JSON.stringify([asked, as]);
  const reading =
    underWay.get(key) ??
    callFunction(db, "get_chat_spine", { ...asked, ...(as && { as_person_id: as }) });
  underWay.set(key, reading);
  return (await reading.finally(() => underWay.delete(key))) as unknown as Outline;
}

const underWay = new Map<string, ReturnType<typeof callFunction>>();
`,
        },
      ],
    },
  },
  {
    name: "A path is decoded whatever is in it",
    project: "service",
    test: "tests/service/contract-fuzz.test.ts",
    only: "no 5xx",
    change: {
      file: "supabase/functions/_http/route.ts",
      edits: [
        {
          find: "  const pathname = new URL(url).pathname\n",
          replace: "  const pathname = decodeURIComponent(new URL(url).pathname)\n",
        },
      ],
    },
  },
  {
    name: "A dry run reads six rows of the file",
    project: "service",
    test: "tests/service/import-agreement.test.ts",
    only: "a dry run and apply agree",
    change: {
      file: "supabase/functions/portfolio-import/index.ts",
      edits: [
        {
          find: "toImportLines(file.rows, mapping)",
          replace:
            'toImportLines(body.mode === "dryRun" ? file.rows.slice(0, 6) : file.rows, mapping)',
        },
      ],
    },
  },
  {
    name: "Undo leaves the projects as the import changed them",
    project: "service",
    test: "tests/service/import-undo.test.ts",
    only: "whatever was in the file",
    change: {
      file: "supabase/schemas/portfolio/put_back_import.sql",
      edits: [
        {
          find: "changed.entity = 'project' and changed.change = 'updated'",
          replace: "changed.entity = 'project' and changed.change = 'created'",
        },
      ],
    },
  },
  {
    name: "An invitation takes fields that it does not have",
    project: "service",
    test: "tests/service/people-malformed.test.ts",
    only: "invite: wrong in any way",
    change: {
      file: "supabase/functions/_domain/identity/people-contract.ts",
      edits: [
        {
          find: '    z.strictObject({\n      action: z.literal("invite"),',
          replace: '    z.object({\n      action: z.literal("invite"),',
        },
      ],
    },
  },
  {
    name: "What is said of a project may be invisible",
    project: "service",
    test: "tests/service/portfolio-actions-malformed.test.ts",
    only: "status_update > malformed in any way",
    change: {
      file: "supabase/functions/_domain/normal-forms.ts",
      edits: [
        {
          find: '(text) => hasNoControl(text.replace(/[\\n\\t]/g, "")),',
          replace: "() => true,",
        },
      ],
    },
  },
  {
    name: "A row of a CSV file has the number of its record instead of its line",
    project: "unit",
    test: "tests/unit/portfolio/parse-csv.test.ts",
    only: "gives each row the line",
    change: {
      file: "supabase/functions/_files/imports/parse-csv.ts",
      edits: [
        {
          find: "line: info.lines, cells",
          replace: "line: info.records + 1, cells",
        },
      ],
    },
  },
  {
    name: "A quoted cell loses the quote before its end",
    project: "unit",
    test: "tests/unit/portfolio/parse-csv.test.ts",
    only: "comes back as it was written",
    change: {
      file: "supabase/functions/_files/imports/parse-csv.ts",
      edits: [
        {
          find: '  const text = decode(bytes).replace(/\\r\\n?/g, "\\n");',
          replace:
            '  const text = decode(bytes).replace(/\\r\\n?/g, "\\n").replace(/"""(?=[\\t])/g, \'"\');',
        },
      ],
    },
  },
  {
    name: "A workbook's fractions have one digit fewer than a CSV export of them",
    project: "unit",
    test: "tests/unit/portfolio/formats-agree.test.ts",
    only: "whatever the table",
    change: {
      file: "supabase/functions/_files/cell-text.ts",
      edits: [
        {
          find: "maximumSignificantDigits: 15",
          replace: "maximumSignificantDigits: 6",
        },
      ],
    },
  },
  {
    name: "Amounts are cut instead of rounded",
    project: "unit",
    test: "tests/unit/portfolio/import-rows.test.ts",
    only: "any two decimals",
    change: {
      file: "supabase/functions/_domain/portfolio/import-rows.ts",
      edits: [
        {
          find: "Math.round(read() * 100) / 100",
          replace: "Math.floor(read() * 100) / 100",
        },
      ],
    },
  },
  {
    name: "The number of a passage does not count for the length of the context",
    project: "unit",
    test: "tests/unit/chat/context.test.ts",
    only: "is never longer than allowed, closes each fence",
    change: {
      file: "supabase/functions/_domain/chat/context.ts",
      edits: [
        {
          find: "this.text = clip(this.text + text.slice(0, LEFT_OUT_CHARS), this.wholeChars);",
          replace: "this.text = clip(this.text, this.wholeChars) + text.slice(0, LEFT_OUT_CHARS);",
        },
      ],
    },
  },
  {
    name: "Memory remembers the sources of a message that has no room",
    project: "unit",
    test: "tests/unit/chat/tools.test.ts",
    only: "is never longer than allowed, ends with",
    change: {
      file: "supabase/functions/_chat/memory.ts",
      edits: [
        {
          find: "    if (length > left) break;\n    left -= length;\n    recent.unshift(message);\n    references.remember(source_ids);",
          replace:
            "    references.remember(source_ids);\n    if (length > left) break;\n    left -= length;\n    recent.unshift(message);",
        },
      ],
    },
  },
  {
    name: "Citations of one page are numbered by place, not by page",
    project: "unit",
    test: "tests/unit/chat/web-citations.test.ts",
    only: "whatever is said and marked",
    change: {
      file: "supabase/functions/_domain/chat/web-citations.ts",
      edits: [
        {
          find: "n: numbers.size + 1,",
          replace: "n: places.length + 1,",
        },
      ],
    },
  },
  {
    name: "A short rest goes with the passage before, even across pages",
    project: "unit",
    test: "tests/unit/documents/split.test.ts",
    only: "whatever blocks are read",
    change: {
      file: "supabase/functions/_files/documents/split.ts",
      edits: [
        {
          find: "  a?.page === b.page && a?.slide === b.slide && a?.sheet === b.sheet;",
          replace:
            "  (a?.page ?? b.page) === b.page && a?.slide === b.slide && a?.sheet === b.sheet;",
        },
      ],
    },
  },
  {
    name: "Amounts have two decimals where a hundred times as much is whole",
    project: "unit",
    test: "tests/unit/platform/normal-forms.test.ts",
    only: "every amount of cents",
    change: {
      file: "supabase/functions/_domain/normal-forms.ts",
      edits: [
        {
          find: "Number(value.toFixed(2)) === value",
          replace: "Number.isInteger(value * 100)",
        },
      ],
    },
  },
  {
    name: "A JSON file that is not UTF-8 ends in an error of the decoder",
    project: "unit",
    test: "tests/unit/portfolio/parse-json.test.ts",
    only: "any bytes are read or refused",
    change: {
      file: "supabase/functions/_files/imports/parse-json.ts",
      edits: [
        {
          find: '    throw unreadable("The file is not UTF-8, as JSON has to be");',
          replace: '    new TextDecoder("utf-8", { fatal: true }).decode(bytes);\n    throw 0;',
        },
      ],
    },
  },
  {
    name: "A guess names a column without its spaces and capitals",
    project: "unit",
    test: "tests/unit/portfolio/import-mapping.test.ts",
    only: "no column serves twice",
    change: {
      file: "supabase/functions/_domain/portfolio/import-mapping.ts",
      edits: [
        {
          find: "fields[field] = { column: free.get(name) as string };",
          replace: "fields[field] = { column: name };",
        },
      ],
    },
  },
  {
    name: "A sync applies an older version over a newer one",
    project: "database",
    test: "tests/db/sync-histories.test.ts",
    only: "end with the vendor's rows",
    change: {
      file: "supabase/schemas/syncs/apply_sync_records.sql",
      edits: [
        {
          find: "          when matched.is_older then 'unchanged'\n",
          replace: "",
        },
      ],
    },
  },
  {
    name: "A clock leaves out the minutes",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    only: "shows what Temporal shows",
    change: {
      file: "web/src/format/zoned-time.ts",
      edits: [
        {
          find: "return Date.UTC(year, month - 1, day, hour, minute, second);",
          replace: "return Date.UTC(year, month - 1, day, hour, minute - (minute % 30), second);",
        },
      ],
    },
  },
  {
    name: "A time that occurs twice is the second one",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    only: "shows a time at the instant",
    change: {
      file: "web/src/format/zoned-time.ts",
      edits: [
        {
          find: "matches.length > 0 ? Math.min(...matches)",
          replace: "matches.length > 0 ? Math.max(...matches)",
        },
      ],
    },
  },
  {
    name: "A day begins by the offset of its midnight in UTC",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    only: "begins a day where Temporal",
    change: {
      file: "web/src/format/zoned-time.ts",
      edits: [
        {
          find: "return instantAt(day, 0, timeZone);",
          replace: "return Date.parse(day) - offsetAt(Date.parse(day), timeZone);",
        },
      ],
    },
  },
  {
    name: "A week that begins on a Sunday begins a week late",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    only: "contains its day and begins",
    change: {
      file: "web/src/format/zoned-time.ts",
      edits: [
        {
          find: "(weekday - firstWeekday + 7) % 7",
          replace: "weekday - firstWeekday",
        },
      ],
    },
  },
  {
    name: "A day of a calendar always has 24 hours",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    only: "lie on the days on which Temporal",
    change: {
      file: "web/src/features/calendar/day-layout.ts",
      edits: [
        {
          find: "const dayEnd = startOfDay(addDays(day, 1), timeZone);",
          replace: "const dayEnd = dayStart + DAY_MINUTES * MINUTE_MS;",
        },
      ],
    },
  },
  {
    name: "An all-day event is also on the day after its last",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    only: "are the days of an all-day event",
    change: {
      file: "web/src/features/calendar/day-layout.ts",
      edits: [
        {
          find: "after > first ? addDays(after, -1) : first",
          replace: "after",
        },
      ],
    },
  },
  {
    name: "Events share a lane with the one before the last",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    only: "are in different lanes",
    change: {
      file: "web/src/features/calendar/day-layout.ts",
      edits: [
        {
          find: "if (ends.every((end) => end <= part.from)) close();",
          replace: "if ((ends.at(-1) ?? 0) <= part.from) close();",
        },
      ],
    },
  },
  {
    name: "A slot drawn upwards is the wrong way round",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    only: "contains both of its ends",
    change: {
      file: "web/src/features/calendar/day-layout.ts",
      edits: [
        {
          find: "one < other ? [one, other] : [other, one]",
          replace: "[one, other]",
        },
      ],
    },
  },
  {
    name: "A written line with an address and a time introduces a quote",
    project: "unit",
    test: "tests/unit/mail/fold-quotes.test.ts",
    only: "newly written text is never folded",
    change: {
      file: "supabase/functions/_domain/inbound-emails/quote-words.ts",
      edits: [
        {
          find: "if (!address || !YEAR.test(line) || !TIME.test(line)) return false;",
          replace: "if (!address || !TIME.test(line)) return false;",
        },
      ],
    },
  },
  {
    name: "Folding leaves out a separator of lines",
    project: "unit",
    test: "tests/unit/mail/fold-quotes.test.ts",
    only: "the parts are the text",
    change: {
      file: "supabase/functions/_domain/inbound-emails/fold-quotes.ts",
      edits: [{ find: "text.split(/(?<=\\n)/)", replace: "text.split(/(?<=\\n)|\\u2028/)" }],
    },
  },
];
