/** The stored history of each card: its row, events, versions and the number of its effects. */
import type postgres from "postgres";
import type { Log } from "./at-once.ts";
import type { Name, Status } from "./rules.ts";

export interface Event {
  type: string;
  status: Status;
  version: number;
  actor: Name | null;
  request_id: string;
  job_id: string | null;
  attempt: number | null;
  at: number;
}
export interface CardHistory {
  id: string;
  status: Status;
  version: number;
  decided_by: Name | null;
  is_job_missing: boolean;
  effects: number;
  events: Event[];
  versions: { payload: unknown; by: Name }[];
}

export async function readHistories(log: Log, owner: postgres.Sql): Promise<CardHistory[]> {
  return owner<CardHistory[]>`
    select approvals.id, approvals.status, approvals.version, decider.name as decided_by,
      execution_job_id is not null
        and not exists (select from private.jobs where jobs.id = execution_job_id) as is_job_missing,
      (select count(*) from public.weekly_updates where approval_id = approvals.id)::int
        + (select count(*) from public.client_readouts where approval_id = approvals.id)::int
        + (select count(*) from public.prompt_versions where approval_id = approvals.id)::int
        + (select count(*) from public.external_links where approval_id = approvals.id)::int as effects,
      array(
        select jsonb_build_object('type', type, 'status', event.status, 'version', event.version,
          'actor', people.name, 'request_id', event.request_id, 'job_id', job_id, 'attempt', attempt,
          'at', extract(epoch from occurred_at) * 1000)
        from public.approval_events as event left join public.people on people.id = actor_id
        where approval_id = approvals.id order by number) as events,
      array(
        select jsonb_build_object('payload', version.payload, 'by', people.name)
        from public.approval_versions as version left join public.people on people.id = written_by
        where approval_id = approvals.id order by version.version) as versions
    from public.approvals
    left join public.people as decider on decider.id = decided_by
    where approvals.id = any (${log.cards.map(({ id }) => id)})`;
}
