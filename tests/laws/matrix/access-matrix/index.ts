/**
 * The access matrix: the access of every persona to every table, function, bucket and route. The suite fails unless the
 * matrix and the catalog name the same objects, and it requests every cell over HTTP. A new table or function is a
 * new line in the file of its domain, named like the folder in `supabase/schemas`; a new route is a new line in
 * routes.ts, a new bucket a new line in storage.ts.
 *
 * The columns are the personas of support/personas.ts. `expired`, `forged` and `alg_none` are tokens of an admin: an
 * expired one, one with the right claims and key id but signed by a wrong key, and one without a signature.
 */
import { type Matrix, parseMatrix } from "../parse-matrix.ts";
import * as approvals from "./approvals.ts";
import * as audit from "./audit.ts";
import * as calendar from "./calendar.ts";
import type { Calls } from "./calls.ts";
import * as chat from "./chat.ts";
import * as crm from "./crm.ts";
import * as documents from "./documents.ts";
import * as drafts from "./drafts.ts";
import * as email from "./email.ts";
import * as estimates from "./estimates.ts";
import * as health from "./health.ts";
import * as identity from "./identity.ts";
import * as integrations from "./integrations.ts";
import * as jobs from "./jobs.ts";
import * as knowledge from "./knowledge.ts";
import * as meetings from "./meetings.ts";
import * as platform from "./platform.ts";
import * as portal from "./portal.ts";
import * as portfolio from "./portfolio.ts";
import * as prompts from "./prompts.ts";
import * as syncs from "./syncs.ts";
import * as work from "./work.ts";

interface Area {
  reads?: Matrix;
  privateTables?: string[];
  functions?: Matrix;
  calls?: Calls;
  privateFunctions?: Partial<Record<Caller, string[]>>;
}
type Caller =
  | "executableByUsers"
  | "executableByBoth"
  | "executableByWorkers"
  | "executableByNobody";

const areas: Area[] = [
  approvals,
  audit,
  calendar,
  chat,
  crm,
  documents,
  drafts,
  email,
  estimates,
  health,
  identity,
  integrations,
  jobs,
  knowledge,
  meetings,
  platform,
  portal,
  portfolio,
  prompts,
  syncs,
  work,
];

/**
 * Reads through the Data API. A cell names the rows of the answer: `org` all of the persona's organization, `scope`
 * those of their projects that are not restricted, `own` their own rows that cite only sources they may see,
 * `colleagues` themselves and the organization's employees, `none` no row, `every` all rows. Or it names the refusal:
 * `gateway` is the gateway's 401, `grant` PostgreSQL's 42501.
 */
export const reads = areas.flatMap((area) => area.reads ?? []);

/** Tables of the schema `private`: no persona reaches them by any path. */
export const privateTables = areas.flatMap((area) => area.privateTables ?? []).sort();

/** Columns that no persona may read: `grant` refuses a request that names them, if the gateway admits it. */
export const unreadableColumns = ["invitations.token_hash", "sync_dead_letters.payload"];

/**
 * Writes through the Data API, to every table and view of `reads`. `view` is PostgreSQL's 55000: a
 * view of several tables accepts no rows.
 */
export const writes: Matrix = parseMatrix(`
                | admin  | lead   | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
table: insert  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | grant
table: update  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | grant
table: upsert  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | grant
table: delete  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | grant
view: insert   | view  | view  | view   | view    | view   | view     | view        | view      | gateway | gateway | gateway | gateway  | view
view: update   | view  | view  | view   | view    | view   | view     | view        | view      | gateway | gateway | gateway | gateway  | view
view: upsert   | view  | view  | view   | view    | view   | view     | view        | view      | gateway | gateway | gateway | gateway  | view
view: delete   | view  | view  | view   | view    | view   | view     | view        | view      | gateway | gateway | gateway | gateway  | view
`);

/**
 * Calls of functions of `public` through the Data API. `ok`: the function answers. A code that begins with OP: the
 * function raises it (OPINV: it admits the persona and refuses only the arguments).
 */
export const functions = areas.flatMap((area) => area.functions ?? []);

export const calls: Calls = Object.assign({}, ...areas.map((area) => area.calls));

/**
 * Functions of `private`. The Data API exposes none of them. In the database, signed-in users may execute
 * `executableByUsers`, because policies and wrappers of `public` run as the caller. Workers with the secret key may
 * execute `executableByWorkers`, and both may execute `executableByBoth`. Only the owner and other functions may
 * execute `executableByNobody`.
 */
export const privateFunctions: Record<Caller, string[]> = {
  executableByUsers: executableBy("executableByUsers"),
  executableByBoth: executableBy("executableByBoth"),
  executableByWorkers: executableBy("executableByWorkers"),
  executableByNobody: executableBy("executableByNobody"),
};

function executableBy(caller: Caller): string[] {
  return areas.flatMap(({ privateFunctions }) => privateFunctions?.[caller] ?? []).sort();
}
