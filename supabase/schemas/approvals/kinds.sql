-- The kinds of proposals with the fields of their payloads. A locked catalog: the same for every organization, and
-- changed only by migrations (its rows: migrations/*_data.sql).
create type public.approval_kind as enum (
  'task_create',
  'calendar_event_create', 'calendar_event_update', 'calendar_event_cancel',
  'weekly_update', 'scope_change', 'sow_draft', 'client_readout', 'deliverable_release',
  'scope_summary', 'email_draft', 'scope_flag', 'sow_estimate', 'client_request',
  'prompt_update', 'prompt_base_update', 'skill_update', 'sync_removal');
comment on type public.approval_kind is 'The change that a card proposes.';

create type public.approval_group as enum ('external', 'portal', 'record', 'prompt', 'sync');
comment on type public.approval_group is
  'external writes tasks and events, at a vendor or here; portal writes to what clients see, prompt to the assistant''s instructions, sync to rows that were read from a vendor; a record changes nothing but itself.';

create type public.stakes as enum ('low', 'medium', 'high');
comment on type public.stakes is 'How much a mistake would cost; high stakes require a typed confirmation.';

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
  constraint only_prompt_and_sync_kinds_need_no_project check (needs_project = ("group" not in ('prompt', 'sync'))),
  constraint only_deliverables_need_sections check (is_deliverable or required_sections = '{}')
);
comment on table public.approval_kinds is 'The catalog of kinds and their rules. Only a migration changes it.';
comment on column public.approval_kinds.is_deliverable is 'It must be complete and cite evidence before it can be approved.';
comment on column public.approval_kinds.is_prompt_owned is 'Only a prompt owner may decide its cards.';
comment on column public.approval_kinds.is_restricted is 'Only admins and leads see its cards.';
comment on column public.approval_kinds.required_sections is 'Headings that a deliverable must have, each with text.';

-- The fields of each kind's payload, in the order in which they are shown. _domain/approvals/kinds.ts has the same
-- fields for forms; a test compares both.
create or replace function private.payload_fields(of_kind public.approval_kind default null)
returns table (
  kind public.approval_kind, "position" integer, name text, label text, type text, required boolean, max integer,
  choices text[])
-- plpgsql instead of sql, so that its plan is cached for the session.
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query select field.* from (values
    ('task_create'::public.approval_kind, 1, 'title', 'Title', 'line', true, 200, null::text[]),
    ('task_create', 2, 'description', 'Description', 'paragraphs', false, 8000, null),
    ('task_create', 3, 'due_on', 'Due', 'day', false, null, null),
    ('task_create', 4, 'assignee_id', 'Assignee', 'person', false, null, null),
    ('task_create', 5, 'priority', 'Priority', 'choice', false, null, '{urgent,high,normal,low}'),
    ('task_create', 6, 'estimate_hours', 'Estimate', 'hours', false, null, null),
    ('calendar_event_create', 1, 'summary', 'Title', 'line', true, 300, null),
    ('calendar_event_create', 2, 'starts_at', 'Starts', 'instant', true, null, null),
    ('calendar_event_create', 3, 'ends_at', 'Ends', 'instant', true, null, null),
    ('calendar_event_create', 4, 'time_zone', 'Time zone', 'time_zone', true, 60, null),
    ('calendar_event_create', 5, 'attendees', 'Attendees', 'emails', false, 100, null),
    ('calendar_event_create', 6, 'location', 'Location', 'line', false, 300, null),
    ('calendar_event_create', 7, 'description', 'Description', 'paragraphs', false, 8000, null),
    ('calendar_event_create', 8, 'recurrence', 'Repeats', 'recurrence', false, null, null),
    ('calendar_event_update', 1, 'event_id', 'Event', 'event', true, null, null),
    ('calendar_event_update', 2, 'summary', 'Title', 'line', false, 300, null),
    ('calendar_event_update', 3, 'starts_at', 'Starts', 'instant', false, null, null),
    ('calendar_event_update', 4, 'ends_at', 'Ends', 'instant', false, null, null),
    ('calendar_event_update', 5, 'time_zone', 'Time zone', 'time_zone', false, 60, null),
    ('calendar_event_update', 6, 'attendees', 'Attendees', 'emails', false, 100, null),
    ('calendar_event_update', 7, 'location', 'Location', 'line', false, 300, null),
    ('calendar_event_update', 8, 'description', 'Description', 'paragraphs', false, 8000, null),
    ('calendar_event_update', 9, 'applies_to', 'Applies to', 'choice', false, null, '{this,all}'),
    ('calendar_event_cancel', 1, 'event_id', 'Event', 'event', true, null, null),
    ('calendar_event_cancel', 2, 'note', 'Note to attendees', 'paragraphs', false, 2000, null),
    ('calendar_event_cancel', 3, 'applies_to', 'Applies to', 'choice', false, null, '{this,all}'),
    ('weekly_update', 1, 'week_of', 'Week of', 'day', true, null, null),
    ('weekly_update', 2, 'headline', 'Headline', 'line', true, 200, null),
    ('weekly_update', 3, 'body', 'Update', 'paragraphs', true, 8000, null),
    ('weekly_update', 4, 'next_steps', 'Next steps', 'paragraphs', false, 8000, null),
    ('scope_change', 1, 'title', 'Title', 'line', true, 200, null),
    ('scope_change', 2, 'description', 'Change', 'paragraphs', true, 8000, null),
    ('scope_change', 3, 'hours_change', 'Hours', 'signed_hours', false, null, null),
    ('scope_change', 4, 'amount_change', 'Amount', 'signed_money', false, null, null),
    ('scope_change', 5, 'effective_on', 'From', 'day', false, null, null),
    ('sow_draft', 1, 'title', 'Title', 'line', true, 200, null),
    ('sow_draft', 2, 'sections', 'Sections', 'sections', true, 50, null),
    ('client_readout', 1, 'title', 'Title', 'line', true, 200, null),
    ('client_readout', 2, 'sections', 'Sections', 'sections', true, 50, null),
    ('deliverable_release', 1, 'title', 'Title', 'line', true, 200, null),
    ('deliverable_release', 2, 'source_id', 'File', 'source', false, null, null),
    ('deliverable_release', 3, 'note', 'Note', 'paragraphs', false, 8000, null),
    ('scope_summary', 1, 'title', 'Title', 'line', true, 200, null),
    ('scope_summary', 2, 'sections', 'Sections', 'sections', true, 50, null),
    ('email_draft', 1, 'to', 'To', 'emails', true, 100, null),
    ('email_draft', 2, 'cc', 'Cc', 'emails', false, 100, null),
    ('email_draft', 3, 'subject', 'Subject', 'line', true, 300, null),
    ('email_draft', 4, 'body', 'Text', 'paragraphs', true, 20000, null),
    ('scope_flag', 1, 'title', 'Title', 'line', true, 200, null),
    ('scope_flag', 2, 'description', 'Risk', 'paragraphs', true, 8000, null),
    ('scope_flag', 3, 'severity', 'Severity', 'choice', true, null, '{low,medium,high}'),
    ('sow_estimate', 1, 'title', 'Title', 'line', true, 200, null),
    ('sow_estimate', 2, 'hours', 'Hours', 'hours', true, null, null),
    ('sow_estimate', 3, 'amount', 'Amount', 'money', false, null, null),
    ('sow_estimate', 4, 'notes', 'Notes', 'paragraphs', false, 8000, null),
    ('client_request', 1, 'request', 'Request', 'choice', true, null, '{question,change,problem,other}'),
    ('client_request', 2, 'text', 'Client''s words', 'paragraphs', true, 4000, null),
    ('client_request', 3, 'respond_by', 'Respond by', 'day', true, null, null),
    ('client_request', 4, 'reply', 'Reply to the client', 'paragraphs', false, 4000, null),
    ('prompt_update', 1, 'rule', 'Rule', 'paragraphs', true, 2000, null),
    ('prompt_update', 2, 'why', 'Why', 'paragraphs', false, 2000, null),
    ('prompt_base_update', 1, 'base', 'Base prompt', 'paragraphs', true, 100000, null),
    ('prompt_base_update', 2, 'why', 'Why', 'paragraphs', false, 2000, null),
    ('skill_update', 1, 'name', 'Name', 'slug', true, 60, null),
    ('skill_update', 2, 'title', 'Title', 'line', true, 200, null),
    ('skill_update', 3, 'content', 'Guidance', 'paragraphs', true, 50000, null),
    ('skill_update', 4, 'why', 'Why', 'paragraphs', false, 2000, null),
    ('sync_removal', 1, 'rows', 'Records', 'paragraphs', true, 200, null),
    ('sync_removal', 2, 'fingerprint', 'Fingerprint of the records', 'line', true, 64, null)
  ) as field (kind, "position", name, label, type, required, max, choices)
  where of_kind is null or field.kind = of_kind;
end;
$$;
comment on function private.payload_fields(public.approval_kind) is
  'The fields of payloads, of every kind or of one. max: characters of a text, entries of a list.';
