import type { SeededBug } from "./bugs.ts";

/** Bugs that the tests of the suite service find. */
export const serviceBugs: SeededBug[] = [
  {
    name: "A request takes the token of the request that came last",
    project: "service",
    test: "tests/concurrency/identity.test.ts",
    testName: "no one gets another person's answer",
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
    testName: "from two people in turn",
    change: {
      file: "supabase/functions/_chat/gather.ts",
      edits: [
        {
          find: `  return (await callFunction(db, "get_chat_spine", {
    ...request,
    ...(as && { as_person_id: as }),
  })) as unknown as Outline;
}
`,
          replace: `  const key = JSON.stringify([request, as]);
  const reading =
    underWay.get(key) ??
    callFunction(db, "get_chat_spine", { ...request, ...(as && { as_person_id: as }) });
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
    name: "A path is decoded without a check of its content",
    project: "service",
    test: "tests/service/contract-fuzz.test.ts",
    testName: "no 5xx",
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
    testName: "a dry run and apply agree",
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
    testName: "whatever the file and the portfolio contained",
    change: {
      file: "supabase/schemas/portfolio/revert_import.sql",
      edits: [
        {
          find: "import_changes.entity = 'project' and import_changes.change = 'updated'",
          replace: "import_changes.entity = 'project' and import_changes.change = 'created'",
        },
      ],
    },
  },
  {
    name: "An invitation takes fields that it does not have",
    project: "service",
    test: "tests/service/people-malformed.test.ts",
    testName: "invite: a body that is wrong in any way",
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
    name: "Text about a project may be invisible",
    project: "service",
    test: "tests/service/portfolio-actions-malformed.test.ts",
    testName: "status_update > malformed in any way",
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
];
