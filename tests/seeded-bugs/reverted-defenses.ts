/** One defense reverted for each class of attacks in tests/hostile: its test must find each. */
import type { SeededBug } from "./bugs.ts";

/** A defense is either present or not, so its test needs no random numbers, and one run is enough. */
function revertedDefense(
  test: string,
  testName: string,
  name: string,
  file: string,
  ...edits: [find: string, replace: string][]
): SeededBug {
  return {
    name,
    project: "service",
    test: `tests/hostile/${test}.test.ts`,
    testName,
    seeds: 1,
    change: { file, edits: edits.map(([find, replace]) => ({ find, replace })) },
  };
}

export const revertedDefenses: SeededBug[] = [
  {
    name: "A query plan shows estimates over every row",
    project: "service",
    test: "tests/hostile/planner-statistics.test.ts",
    testName: "EXPLAIN estimates no table",
    seeds: 1,
    change: {
      sql: `create or replace function private.is_no_query_plan() returns boolean language sql immutable
        set search_path = pg_catalog, pg_temp as 'select true';`,
    },
  },
  revertedDefense(
    "large-workbook",
    "delays no other request",
    "The process that serves routes reads uploaded workbooks",
    "scripts/stack/gateway/functions-proxy.ts",
    ["if (files && readsFile) return files;", "if (files && readsFile) return functions;"],
  ),
  revertedDefense(
    "planner-statistics",
    "a planned count is refused however it is written",
    "The gateway passes planned counts on",
    "scripts/stack/lite/repairs/pre-request-rules.ts",
    ['&& preference !== "count=exact"', '&& preference === "count=none"'],
  ),
  revertedDefense(
    "signed-links",
    "opens nothing after its minute",
    "A link never expires",
    "supabase/schemas/documents/redeem_ticket.sql",
    ["    and download_tickets.expires_at > clock_timestamp()\n", ""],
  ),
  revertedDefense(
    "card-scope",
    "hours of other projects",
    "A card of the assistant does not inherit the scope of its conversation",
    "supabase/schemas/approvals/propose_approval.sql",
    [
      "or create_approval.proposer = 'agent' and exists (",
      "or create_approval.proposer = 'background' and exists (",
    ],
  ),
  {
    ...revertedDefense(
      "inbox-flood",
      "pending cards are limited",
      "One person may have any number of open cards",
      "supabase/schemas/approvals/propose_approval.sql",
      ["  perform private.refuse_too_many_cards(viewer);\n", ""],
    ),
    after: "thirty proposals a minute",
  },
  revertedDefense(
    "one-account",
    "three regular expressions",
    "A request may have any number of regular expressions",
    "scripts/stack/gateway/query-limits.ts",
    ["if (patterns > MAX_PATTERNS)", "if (patterns > 1000)"],
  ),
  revertedDefense(
    "replaced-files",
    "a file that differs from the uploaded one",
    "The hash of a file is not compared",
    "supabase/schemas/documents/check_file_hash.sql",
    [
      "coalesce(check_file_hash.sha256 = coalesce(v_upload.sha256, check_file_hash.sha256), false)",
      "check_file_hash.sha256 is not null",
    ],
  ),
  revertedDefense(
    "forged-effects",
    "that no lookup confirmed",
    "A card is executed without a lookup",
    "supabase/schemas/approvals/finish_execution.sql",
    ["  perform private.require_confirmed_result(v_approval, result);\n", ""],
  ),
  revertedDefense(
    "restricted-effects",
    "a decision without a choice leaves the quote out",
    "A restricted quote goes into the row that members read",
    "supabase/schemas/approvals/payload_without_quotes.sql",
    ["if not private.has_effect_for_members(approval) then", "if true then"],
  ),
  revertedDefense(
    "unfinished-bodies",
    "with an unsigned token",
    "The permission in an upload's address is not checked before its body",
    "scripts/stack/gateway/storage-routes.ts",
    [
      "  if (!isSignedUrl) return undefined;",
      "  if (isSignedUrl || !isSignedUrl) return undefined;",
    ],
  ),
  revertedDefense(
    "sign-in-attempts",
    "does not keep the person out of a device",
    "A stranger's wrong passwords count for the person's own device",
    "scripts/stack/gateway/attempt-limit.ts",
    ["        device === undefined\n          ? [", "        device !== null\n          ? ["],
  ),
  revertedDefense(
    "password-change",
    "a session alone changes no password",
    "Any session changes the password",
    "scripts/stack/lite/repairs/password-check.ts",
    ['return row?.["fresh"] === true;', "return row !== undefined;"],
  ),
  revertedDefense(
    "password-change",
    "the other sessions end at once",
    "A new password leaves the other sessions open",
    "scripts/stack/lite/repairs/password-change.ts",
    ["  if (answer.ok) await passwords.endOtherSessions(session.userId, session.id);\n", ""],
  ),
  revertedDefense(
    "decisions",
    "is refused over RPC, read or not",
    "An approval without a version applies to the current version",
    "supabase/schemas/approvals/approve_approval.sql",
    ["elsif decide_to_approve.version is null then", "elsif false then"],
  ),
  {
    name: "Only the proposer and the last editor are authors of a card",
    project: "service",
    test: "tests/hostile/decisions.test.ts",
    testName: "no author of any version decides",
    seeds: 1,
    change: {
      // The file also creates triggers, which are there already.
      sql: `do $$ begin execute replace(
        pg_get_functiondef('private.decider_refusal(public.approvals, uuid)'::regprocedure),
        'versions.approval_id = approval.id and', 'false and'); end $$;`,
    },
  },
  revertedDefense(
    "foreign-pages",
    "a foreign name that points here",
    "Every host name that leads here counts as the service's own",
    "scripts/stack/gateway/browser-origins.ts",
    ["if (!isKnownHost(host))", 'if (!isKnownHost(host) && host === "")'],
  ),
  revertedDefense(
    "who-has-an-account",
    "each sign-in compares one password",
    "An address without an account is refused before a password is compared",
    "scripts/stack/lite/repairs/password-check.ts",
    [
      "    randomHash ??= hashOfRandomPassword(sql);",
      "    if (!hash) return false;\n    randomHash ??= hashOfRandomPassword(sql);",
    ],
  ),
  revertedDefense(
    "second-factor",
    "uses each code once",
    "A code of the second factor can be used again",
    "scripts/stack/lite/repairs/second-factors.ts",
    ["if (step === undefined || step <= Number(factor.last_step))", "if (step === undefined)"],
  ),
  revertedDefense(
    "password-link",
    "once, and every earlier session ends",
    "A password link can be used again",
    "supabase/schemas/identity/redeem_password_link.sql",
    ["    and password_links.used_at is null\n", ""],
  ),
  revertedDefense(
    "malformed-fields",
    "Auth",
    "A password may be a number",
    "scripts/stack/lite/repairs/auth-body.ts",
    ['typeof value !== "string" || value.includes("\\0")', 'value === "\\0"'],
  ),
  revertedDefense(
    "malformed-fields",
    "lists of Storage",
    "A list of Storage may be ordered by anything",
    "scripts/stack/lite/repairs/list-order.ts",
    ["if (!LIST.test(path) || body === null)", "if (LIST.test(path) || body === null)"],
  ),
  revertedDefense(
    "malformed-fields",
    "is ignored for a member",
    "A value of `as` that is not an id reaches the database",
    "supabase/functions/_domain/contract.ts",
    ["(Id.safeParse(text).success ? text : NO_PERSON)", "text"],
  ),
  revertedDefense(
    "decisions",
    "one-letter sections",
    "A draft with sections of one letter is ready",
    "supabase/schemas/approvals/approval_readiness.sql",
    [
      "where section ->> 'body' <> '' and not private.has_content(section ->> 'body', 3, 2)",
      "where false",
    ],
  ),
  {
    name: "A page of cards has any size",
    project: "service",
    test: "tests/hostile/inbox-flood.test.ts",
    testName: "leave the inbox readable",
    after: "thirty proposals a minute",
    seeds: 1,
    change: {
      sql: `create or replace function private.max_page_bytes() returns integer language sql immutable
        set search_path = pg_catalog, pg_temp as 'select 1000000000';`,
    },
  },
];
