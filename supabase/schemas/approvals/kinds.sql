-- The kinds of proposals. A locked catalogue: the same for every organization, changed by migrations alone
-- (its rows: migrations/*_data_approval_kinds.sql).
create type public.approval_kind as enum (
  'task_create',
  'calendar_event_create', 'calendar_event_update', 'calendar_event_cancel',
  'weekly_update', 'scope_change', 'sow_draft', 'client_readout', 'deliverable_release',
  'scope_summary', 'email_draft', 'scope_flag', 'sow_estimate',
  'prompt_update', 'prompt_base_update', 'skill_update');
comment on type public.approval_kind is 'What a card proposes.';

create type public.approval_group as enum ('external', 'portal', 'record', 'prompt');
comment on type public.approval_group is
  'external writes to another system, portal to what clients see, prompt to what the assistant is told; a record changes nothing but itself.';

create type public.stakes as enum ('low', 'medium', 'high');
comment on type public.stakes is 'How much a mistake would cost; high stakes ask for a typed confirmation.';

create table public.approval_kinds (
  kind public.approval_kind primary key,
  "group" public.approval_group not null,
  title text not null,
  stakes public.stakes not null,
  needs_project boolean not null,
  is_deliverable boolean not null,
  is_prompt_owned boolean not null,
  is_restricted boolean not null,
  required_sections text[] not null default '{}',
  constraint title_is_present check (btrim(title) <> '' and char_length(title) <= 60),
  constraint only_prompt_kinds_are_prompt_owned check (is_prompt_owned = ("group" = 'prompt')),
  constraint only_prompt_kinds_stand_alone check (needs_project = ("group" <> 'prompt')),
  constraint only_deliverables_need_sections check (is_deliverable or required_sections = '{}')
);
comment on table public.approval_kinds is 'The catalogue of kinds and their rules. Nobody changes it but a migration.';
comment on column public.approval_kinds.is_deliverable is 'Approving it checks readiness and every citation.';
comment on column public.approval_kinds.is_prompt_owned is 'Deciding it needs the prompt owner as well.';
comment on column public.approval_kinds.is_restricted is 'Its cards are for admins and leads, as contracts are.';
comment on column public.approval_kinds.required_sections is 'Headings that a deliverable must have, each with text.';
