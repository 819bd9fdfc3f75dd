/** The organization of one history, its sessions' calls to the database, and the rows afterwards. */
import { createHash, randomUUID } from "node:crypto";
import postgres from "postgres";
import type { Machine } from "./machine.ts";
import type { Decision, Kind, Name, Role, Step } from "./rules.ts";

export const names: readonly Name[] = ["admin", "lead", "lead2", "member"];
export const kinds: readonly Kind[] = [
  "task_create",
  "weekly_update",
  "client_readout",
  "prompt_update",
  "scope_flag",
];
export const cites = (kind: Kind) => kind === "task_create" || kind === "client_readout";

const QUOTE = "the order test needs ten real invoices";

/** Creates the rows of a history; `model.id(o, 'lead')` is the id of one of them. */
export const INSTALL = `
  create schema model;
  create function model.id(o uuid, name text) returns uuid language sql immutable as
  $$ select md5(o || name)::uuid $$;
  create function model.make_world(o uuid, forbids boolean) returns void language plpgsql as $$
  declare
    v_name text;
  begin
    insert into public.organizations (id, name, email_domain) values (o, 'Agency', o || '.test');
    insert into public.organization_settings (organization_id, forbids_self_approval) values (o, forbids);
    foreach v_name in array array['admin', 'lead', 'lead2', 'member'] loop
      insert into auth.users (id, email) values (model.id(o, 'user ' || v_name), v_name || '@' || o || '.test');
      insert into public.people (id, organization_id, user_id, email, name, role, is_employee, is_prompt_owner)
      values (model.id(o, v_name), o, model.id(o, 'user ' || v_name), v_name || '@' || o || '.test', v_name,
              rtrim(v_name, '2')::public.person_role, true, v_name in ('admin', 'lead2'));
    end loop;
    insert into public.clients (id, organization_id, name) values (model.id(o, 'client'), o, 'Client');
    insert into public.accounts (id, organization_id, client_id, name)
    values (model.id(o, 'account'), o, model.id(o, 'client'), 'Account');
    insert into public.projects (id, organization_id, account_id, code, name, status, lead_id)
    values (model.id(o, 'project'), o, model.id(o, 'account'), 'P-1', 'Project', 'active', model.id(o, 'lead'));
    insert into public.project_members (organization_id, project_id, person_id)
    values (o, model.id(o, 'project'), model.id(o, 'member')), (o, model.id(o, 'project'), model.id(o, 'lead2'))
    on conflict do nothing;
    insert into public.sources (id, organization_id, kind, project_id, title, published_version)
    values (model.id(o, 'source'), o, 'meeting', model.id(o, 'project'), 'Call', 1);
    insert into public.passages (id, organization_id, source_id, source_version, position, content, scope_id)
    values (model.id(o, 'passage'), o, model.id(o, 'source'), 1, 0, 'Well, ${QUOTE}.', model.id(o, 'project'));
    insert into public.prompt_versions (id, organization_id, number, base, origin, created_by)
    values (model.id(o, 'prompt'), o, 1, 'You help.', 'set', model.id(o, 'admin'));
    insert into public.live_prompts (organization_id, live_version_id, moved_by, moved_at)
    values (o, model.id(o, 'prompt'), model.id(o, 'admin'), now());
  end $$;
`;

/** The same id as the SQL function of this name returns. */
export const idOf = (organization: string, name: string) =>
  createHash("md5")
    .update(organization + name)
    .digest("hex")
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");

export function payloadOf(kind: Kind, card: number, text: number): Record<string, unknown> {
  // Without digits, because a draft would have to cite its numbers.
  const [first, second] = [card, text].map((number) =>
    String(number).replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit))),
  );
  const words = `Card ${first}, text ${second}`;
  switch (kind) {
    case "task_create":
      return { title: words };
    case "weekly_update":
      return { week_of: "2026-11-16", headline: words, body: "It goes on." };
    case "client_readout":
      return {
        title: words,
        sections: [
          { heading: "Summary", body: "It was said [1]." },
          { heading: "Next steps", body: "We go on with the plan." },
        ],
      };
    case "prompt_update":
      return { rule: words };
    case "scope_flag":
      return { title: words, description: "It may grow.", severity: "low" };
  }
}

/** The answer to a call, in a format that the machine and the database share. */
export type Answer = string;

export interface CallOptions {
  requestId: string;
  /** How long the transaction stays open after its call, so that others run while it is not yet committed. */
  holdMs?: number | undefined;
}

/** One connection, which acts for a person or a worker, with one transaction per call. */
export class Session {
  readonly sql: postgres.Sql;

  constructor(url: string) {
    this.sql = postgres(url, { max: 1, onnotice: () => {} });
  }

  end = () => this.sql.end();

  /**
   * Throws every error that is not our own refusal: a violated constraint, a defect. A transaction that
   * PostgreSQL aborted to resolve a deadlock has changed nothing and is retried; a second deadlock is a defect.
   */
  private async call(
    claims: { sub?: string; role: string },
    { requestId, holdMs = 0 }: CallOptions,
    text: string,
    args: unknown[],
    isSecondTry = false,
  ): Promise<{ value: unknown } | { refusal: Answer }> {
    try {
      return await this.sql.begin(async (tx) => {
        await tx.unsafe(
          `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
             set_config('request.headers', $3, true)`,
          [claims.role, JSON.stringify(claims), JSON.stringify({ "x-request-id": requestId })],
        );
        const [row] = await tx.unsafe(`select to_jsonb(${text}) as value`, args as string[]);
        if (holdMs > 0) await tx.unsafe("select pg_sleep($1)", [holdMs / 1000]);
        return { value: row?.["value"] };
      });
    } catch (error) {
      const { code, hint } = error as { code?: string; hint?: string };
      if (code === "40P01" && !isSecondTry) {
        console.log(`retried after a deadlock: ${text}`);
        return this.call(claims, { requestId, holdMs }, text, args, true);
      }
      if (!code?.startsWith("OP")) throw error;
      return { refusal: `${code} ${hint}` };
    }
  }

  private as = (organization: string, name: Name) => ({
    sub: idOf(organization, `user ${name}`),
    role: "authenticated",
  });

  async propose(
    organization: string,
    by: Name,
    kind: Kind,
    card: number,
    withEvidence: boolean,
    options: CallOptions,
  ): Promise<{ id: string } | { refusal: Answer }> {
    const citations = withEvidence
      ? [{ role: "evidence", source_id: idOf(organization, "source"), quote: QUOTE }]
      : [];
    const answer = await this.call(
      this.as(organization, by),
      options,
      "public.propose_approval($1::public.approval_kind, $2::uuid, $3::text::jsonb, $4::text::jsonb)",
      [
        kind,
        kind === "prompt_update" ? null : idOf(organization, "project"),
        JSON.stringify(payloadOf(kind, card, 0)),
        JSON.stringify(citations),
      ],
    );
    return "value" in answer ? { id: (answer.value as { id: string }).id } : answer;
  }

  /** The kind of the card determines the format of its new payload. */
  async decide(
    organization: string,
    by: Name,
    decision: Decision,
    card: { id: string; kind: Kind },
    options: CallOptions,
  ): Promise<Answer> {
    const version = "version" in decision ? (decision.version ?? null) : null;
    const [text, args] =
      decision.do === "edit"
        ? [
            "public.edit_approval($1::uuid, $2::text::jsonb, $3::integer)",
            [card.id, JSON.stringify(payloadOf(card.kind, decision.card, decision.text)), version],
          ]
        : decision.do === "reject"
          ? ["public.reject_approval($1::uuid, 'Not like this', $2::integer)", [card.id, version]]
          : decision.do === "execute"
            ? ["public.execute_approval($1::uuid)", [card.id]]
            : [
                `public.${decision.do === "approve" ? "approve_approval" : "approve_and_execute_approval"}($1::uuid, $2::integer)`,
                [card.id, version],
              ];
    const answer = await this.call(
      this.as(organization, by),
      options,
      text as string,
      args as unknown[],
    );
    return "refusal" in answer
      ? answer.refusal
      : stateInWords((answer.value as { approval: CardState }).approval);
  }

  async batch(
    organization: string,
    by: Name,
    ids: string[],
    versions: Record<string, number>,
    options: CallOptions,
  ): Promise<Answer[] | Answer> {
    const answer = await this.call(
      this.as(organization, by),
      options,
      "public.batch_approve($1::uuid[], $2::text::jsonb)",
      [ids, JSON.stringify(versions)],
    );
    if ("refusal" in answer) return answer.refusal;
    const { results } = answer.value as {
      results: { approval?: CardState; error?: { code: string; hint: string } }[];
    };
    return results.map(({ approval, error }) =>
      approval ? stateInWords(approval) : `${error?.code} ${error?.hint}`,
    );
  }

  async take(kindsOfJobs: string[], options: CallOptions): Promise<LeasedJob | null> {
    const answer = await this.call(
      { role: "service_role" },
      options,
      `(select jobs from public.take_jobs($1::text[], 'worker', 1, 3600000) as jobs)`,
      [kindsOfJobs],
    );
    if ("refusal" in answer) throw new Error(answer.refusal);
    const job = answer.value as
      | { id: string; kind: string; attempt: number; payload: { approval_id: string } }
      | null
      | undefined;
    return job?.id
      ? { id: job.id, kind: job.kind, attempt: job.attempt, cardId: job.payload.approval_id }
      : null;
  }

  async step(step: Step, job: LeasedJob, options: CallOptions): Promise<Answer> {
    const [text, ...rest] = stepCalls[step];
    const args = [job.id, job.attempt, ...rest.map((arg) => arg(job))];
    const answer = await this.call({ role: "service_role" }, options, text, args);
    if ("refusal" in answer) return answer.refusal;
    const value = answer.value as { state?: string; vendor_called_before?: boolean } | null;
    if (step === "die") return String(answer.value);
    if (value?.state === "leased") return `leased ${value.vendor_called_before}`;
    return value?.state ?? "";
  }
}

export interface LeasedJob {
  id: string;
  kind: string;
  attempt: number;
  cardId: string;
}

interface CardState {
  status: string;
  version: number;
}

const stateInWords = ({ status, version }: CardState): Answer => `${status} v${version}`;

const resultOf = (job: LeasedJob) =>
  JSON.stringify({ provider: "clickup", external_id: `${job.cardId} ${randomUUID()}`, url: null });
const marker = (job: LeasedJob) => job.cardId;
/** Reports what a lookup of the worker found. This is one transaction, because nothing happens in between. */
const confirmation =
  "public.confirm_execution($1::uuid, $2::integer, $4::uuid, $3::text::jsonb)::text || ";
const stepCalls: Record<Step, [string, ...((job: LeasedJob) => unknown)[]]> = {
  lease: ["public.lease_execution($1::uuid, $2::integer)"],
  carry_out: ["public.carry_out_execution($1::uuid, $2::integer)"],
  review: ["public.review_approval($1::uuid, $2::integer)"],
  mark: ["public.mark_vendor_call($1::uuid, $2::integer)::text"],
  finish: [
    `${confirmation}public.finish_execution($1::uuid, $2::integer, $3::text::jsonb)::text`,
    resultOf,
    marker,
  ],
  fail: ["public.fail_execution($1::uuid, $2::integer, 'Refused', true)::text"],
  retry: ["public.fail_execution($1::uuid, $2::integer, 'Busy', false, 0)::text"],
  park: ["public.park_execution($1::uuid, $2::integer, 'No answer')::text"],
  lease_reconciliation: ["public.lease_reconciliation($1::uuid, $2::integer)"],
  found: [
    `${confirmation}public.settle_execution($1::uuid, $2::integer, true, $3::text::jsonb)::text`,
    resultOf,
    marker,
  ],
  absent: ["public.settle_execution($1::uuid, $2::integer, false)::text"],
  die: ["public.fail_job($1::uuid, $2::integer, 'Broken', true)"],
};

/** Changes from outside the model's calls, written as the owner of the tables. */
export const byTheOwner = {
  passTime: (owner: postgres.Sql) => owner`
    update private.jobs set
      lease_until = case when lease_until > now() then lease_until - interval '2 hours' else lease_until end,
      run_at = case when leased_by is null and run_at > now() then run_at - interval '2 days' else run_at end
    where id in (select id from private.jobs where died_at is null for update skip locked)`,
  wearOut: (owner: postgres.Sql) => owner`
    update private.jobs set max_attempts = attempt + (leased_by is null)::int
    where id in (select id from private.jobs where died_at is null for update skip locked)`,
  restrict: (owner: postgres.Sql, organization: string) => owner`
    update public.sources set is_restricted = true where id = ${idOf(organization, "source")}`,
  giveRole: (owner: postgres.Sql, organization: string, role: Role) => owner`
    update public.people set role = ${role}, is_prompt_owner = is_prompt_owner and ${role !== "member"}
    where id = ${idOf(organization, "lead2")}`,
  givePrompt: (owner: postgres.Sql, organization: string, isOwner: boolean) => owner`
    update public.people set is_prompt_owner = ${isOwner} and role <> 'member'
    where id = ${idOf(organization, "lead2")}`,
};

/** The rows of an organization, in the format of the machine. */
export async function rowsOf(owner: postgres.Sql, organization: string, ids: string[]) {
  const cards = await owner`
    select
      approvals.status, approvals.version, approvals.payload, job.kind as job, job.unique_key as job_key,
      (select name from public.people where people.id = decided_by) as decided_by,
      (select name from public.people where people.id = last_edited_by) as last_edited_by,
      case when status = 'executing' then execution_attempt end as attempt,
      status in ('executing', 'unknown') and vendor_called_at is not null as is_called,
      execution_job_id is not null and job.id is null as is_job_missing,
      array(select type::text from public.approval_events where approval_id = approvals.id order by number) as events,
      (select count(*)::int from public.approval_versions where approval_id = approvals.id) as versions
    from public.approvals
    left join private.jobs as job on job.id = execution_job_id
    where approvals.organization_id = ${organization} order by array_position(${ids}::uuid[], approvals.id)`;
  const jobs = await owner`
    select kind, unique_key as key, attempt, max_attempts as max,
      case when died_at is not null then 'dead' when leased_by is not null then 'leased' else 'waiting' end as state
    from private.jobs order by kind, unique_key, died_at is null, attempt`;
  return { cards: [...cards], jobs: [...jobs] };
}

/** The same rows, as the machine predicts them. */
export function rowsOfMachine(machine: Machine, ids: string[]) {
  const keyOf = (card: number, version: number) => `${ids[card]}:${version}`;
  return {
    cards: machine.cards.map((card, index) => ({
      status: card.status,
      version: card.version,
      payload: payloadOf(card.kind, index, card.text),
      job: card.job?.kind ?? null,
      job_key: card.job ? keyOf(index, card.job.version) : null,
      decided_by: card.decidedBy,
      last_edited_by: card.lastEditedBy,
      attempt: card.status === "executing" ? card.attempt : null,
      is_called: ["executing", "unknown"].includes(card.status) && card.isCalled,
      is_job_missing: false,
      events: card.events,
      versions: card.version,
    })),
    jobs: machine.jobs
      .map((job) => ({
        kind: job.kind,
        key: keyOf(machine.cards.indexOf(job.card), job.version),
        attempt: job.attempt,
        max: job.max,
        state: job.state,
      }))
      .sort((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1)),
  };
}

/** The order in which `rowsOf` reads jobs. */
function sortKeyOf(job: { kind: string; key: string; state: string; attempt: number }): string {
  return job.kind + job.key + (job.state !== "dead") + String(job.attempt).padStart(3, "0");
}
