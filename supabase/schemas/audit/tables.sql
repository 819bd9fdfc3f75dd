-- Every change, with its actor and, if a lead used another person's view, that person. Append-only, for the owner too.
create table public.audit_events (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  occurred_at timestamptz not null default now(),
  actor_person_id uuid,
  actor_user_id uuid,
  actor_db_role text not null,
  acted_as_person_id uuid,
  request_id text,
  action text not null,
  object_type text not null,
  object_id uuid,
  project_id uuid,
  is_restricted boolean not null default false,
  before jsonb,
  after jsonb,
  constraint audit_events_actor_fkey foreign key (organization_id, actor_person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint audit_events_acted_as_fkey foreign key (organization_id, acted_as_person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint audit_events_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict
);
comment on table public.audit_events is 'Append-only record of every change made through a function.';
comment on column public.audit_events.actor_db_role is 'Database role behind the call: authenticated, service_role, or none for the owner and cron.';
comment on column public.audit_events.acted_as_person_id is 'The person whose view a lead used; the actor stays the lead.';
comment on column public.audit_events.is_restricted is 'Whether the event concerns restricted content. The history of a task and the changes in a person''s work omit such events.';

create index audit_events_organization_id_occurred_at_idx
  on public.audit_events (organization_id, occurred_at desc);
create index audit_events_object_id_idx on public.audit_events (object_id, occurred_at desc);
create index audit_events_actor_idx on public.audit_events (organization_id, actor_person_id);
create index audit_events_acted_as_idx on public.audit_events (organization_id, acted_as_person_id);
create index audit_events_project_idx on public.audit_events (organization_id, project_id);
-- For the changes in a person's projects since their last visit.
create index audit_events_project_id_occurred_at_idx on public.audit_events (project_id, occurred_at desc);

create trigger tg_audit_events__refuse_change before update or delete on public.audit_events
  for each row execute function private.tg_refuse_change();
create trigger tg_audit_events__refuse_truncate before truncate on public.audit_events
  for each statement execute function private.tg_refuse_change();
-- ALWAYS, because session_replication_role = replica would skip an ordinary trigger.
alter table public.audit_events enable always trigger tg_audit_events__refuse_change;
alter table public.audit_events enable always trigger tg_audit_events__refuse_truncate;
