-- Task comments and mentions, locked weeks, running timers, changes that others made to a person's hours, and when each
-- person last looked at My work. The tables of tasks and hours are in portfolio/tables.sql.

create table public.task_comments (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  task_id uuid not null,
  author_id uuid not null,
  body text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  edited_at timestamptz,
  archived_at timestamptz,
  constraint task_comments_organization_id_id_key unique (organization_id, id),
  constraint task_comments_task_fkey foreign key (organization_id, project_id, task_id)
    references public.tasks (organization_id, project_id, id) on delete restrict,
  constraint task_comments_author_fkey foreign key (organization_id, author_id)
    references public.people (organization_id, id) on delete restrict,
  constraint body_is_present check (btrim(body) <> '' and char_length(body) <= 8000)
);
comment on table public.task_comments is 'Comments on tasks.';
comment on column public.task_comments.edited_at is 'When its author last changed the text; null if never.';
comment on column public.task_comments.archived_at is 'When it was removed; a removed comment is not shown to anyone.';
create index task_comments_task_idx on public.task_comments (organization_id, project_id, task_id);
create index task_comments_task_id_created_at_idx on public.task_comments (task_id, created_at desc)
  where archived_at is null;
create index task_comments_project_id_idx on public.task_comments (project_id) where archived_at is null;
create index task_comments_organization_id_author_id_idx on public.task_comments (organization_id, author_id);
create trigger tg_task_comments__count_version before update on public.task_comments
  for each row execute function private.tg_count_version();

create table private.task_comment_versions (
  organization_id uuid not null,
  comment_id uuid not null,
  version integer not null,
  body text not null,
  written_at timestamptz not null,
  constraint task_comment_versions_pkey primary key (comment_id, version),
  constraint task_comment_versions_comment_fkey foreign key (organization_id, comment_id)
    references public.task_comments (organization_id, id) on delete restrict
);
comment on table private.task_comment_versions is
  'Earlier texts of edited comments. Private, so that nobody can read those of a removed comment.';
create index task_comment_versions_comment_idx on private.task_comment_versions (organization_id, comment_id);
create trigger tg_task_comment_versions__refuse_change before update or delete on private.task_comment_versions
  for each row execute function private.tg_refuse_change();
create trigger tg_task_comment_versions__refuse_truncate before truncate on private.task_comment_versions
  for each statement execute function private.tg_refuse_change();
alter table private.task_comment_versions enable always trigger tg_task_comment_versions__refuse_change;
alter table private.task_comment_versions enable always trigger tg_task_comment_versions__refuse_truncate;

create table private.task_comment_mentions (
  organization_id uuid not null,
  comment_id uuid not null,
  person_id uuid not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint task_comment_mentions_pkey primary key (comment_id, person_id),
  constraint task_comment_mentions_comment_fkey foreign key (organization_id, comment_id)
    references public.task_comments (organization_id, id) on delete restrict,
  constraint task_comment_mentions_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete restrict
);
comment on table private.task_comment_mentions is 'People whom a comment mentions, and when each of them read it.';
create index task_comment_mentions_comment_idx on private.task_comment_mentions (organization_id, comment_id);
create index task_comment_mentions_person_idx on private.task_comment_mentions (organization_id, person_id);
create index task_comment_mentions_unread_idx on private.task_comment_mentions (person_id, created_at desc)
  where read_at is null;

create table private.week_locks (
  organization_id uuid not null,
  person_id uuid not null,
  week_on date not null,
  locked_by uuid not null,
  locked_at timestamptz not null default now(),
  constraint week_locks_pkey primary key (person_id, week_on),
  constraint week_locks_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint week_locks_locked_by_fkey foreign key (organization_id, locked_by)
    references public.people (organization_id, id) on delete restrict
);
comment on table private.week_locks is 'Weeks in which the hours of a person no longer change: seven days from week_on.';
create index week_locks_person_idx on private.week_locks (organization_id, person_id);
create index week_locks_locked_by_idx on private.week_locks (organization_id, locked_by);

create table private.timers (
  person_id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  task_id uuid,
  note text,
  started_at timestamptz not null default now(),
  constraint timers_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint timers_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint timers_task_fkey foreign key (organization_id, project_id, task_id)
    references public.tasks (organization_id, project_id, id) on delete restrict,
  constraint note_is_not_blank check (btrim(note) <> '' and char_length(note) <= 2000)
);
comment on table private.timers is 'Running timers, at most one per person.';
create index timers_person_idx on private.timers (organization_id, person_id);
create index timers_task_idx on private.timers (organization_id, project_id, task_id);

create table private.hours_changes (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  person_id uuid not null,
  actor_id uuid not null,
  code text not null,
  entry_id uuid not null,
  project_id uuid not null,
  spent_on date,
  hours numeric(8, 2),
  fields jsonb not null,
  changed_at timestamptz not null default now(),
  constraint hours_changes_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint hours_changes_actor_fkey foreign key (organization_id, actor_id)
    references public.people (organization_id, id) on delete restrict,
  constraint hours_changes_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint code_is_an_action check (code ~ '^time_entry\.[a-z]+$'),
  constraint changed_by_another_person check (actor_id <> person_id)
);
comment on table private.hours_changes is
  'Changes that someone else made to a person''s hours, stored so that this person can see them. The audit log has every change.';
create index hours_changes_person_id_changed_at_idx on private.hours_changes (person_id, changed_at desc);
create index hours_changes_person_idx on private.hours_changes (organization_id, person_id);
create index hours_changes_actor_idx on private.hours_changes (organization_id, actor_id);
create index hours_changes_project_idx on private.hours_changes (organization_id, project_id);

create table private.my_work_last_looks (
  person_id uuid primary key,
  organization_id uuid not null,
  last_seen_at timestamptz not null default now(),
  constraint my_work_last_looks_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete restrict
);
comment on table private.my_work_last_looks is 'When each person last looked at My work, which shows them the changes since then.';
create index my_work_last_looks_person_idx on private.my_work_last_looks (organization_id, person_id);
