-- The assistant's instructions. Versions are immutable; which one is live is a pointer that only a
-- prompt owner moves.
create type public.prompt_origin as enum ('set', 'staged', 'rollback', 'learned_rule', 'base_update');
comment on type public.prompt_origin is
  'set and rollback: by a prompt owner. staged: by an admin or lead. learned_rule and base_update: by an approved card.';

create table public.prompt_versions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  number integer not null,
  base text not null,
  rules text[] not null default '{}',
  origin public.prompt_origin not null,
  note text,
  restores_id uuid,
  approval_id uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  constraint prompt_versions_organization_id_id_key unique (organization_id, id),
  constraint prompt_versions_organization_id_number_key unique (organization_id, number),
  constraint prompt_versions_restores_fkey foreign key (organization_id, restores_id)
    references public.prompt_versions (organization_id, id) on delete restrict,
  constraint prompt_versions_approval_fkey foreign key (organization_id, approval_id)
    references public.approvals (organization_id, id) on delete restrict,
  constraint prompt_versions_created_by_fkey foreign key (organization_id, created_by)
    references public.people (organization_id, id) on delete restrict,
  constraint number_is_counted check (number >= 1),
  constraint base_is_present check (btrim(base) <> '' and char_length(base) <= 100000),
  constraint rules_are_few check (cardinality(rules) <= 200),
  constraint rollback_names_its_version check ((origin = 'rollback') = (restores_id is not null)),
  constraint approved_origin_names_its_card check ((origin in ('learned_rule', 'base_update')) = (approval_id is not null))
);
comment on table public.prompt_versions is 'Every version of the prompt: a base, and the learned rules that follow it.';
comment on column public.prompt_versions.rules is 'Learned rules, each one approved, in the order they were learned.';
comment on column public.prompt_versions.restores_id is 'The version that a rollback repeats, byte for byte.';

create index prompt_versions_organization_id_restores_id_idx on public.prompt_versions (organization_id, restores_id);
create unique index prompt_versions_organization_id_approval_id_idx on public.prompt_versions (organization_id, approval_id);
create index prompt_versions_organization_id_created_by_idx on public.prompt_versions (organization_id, created_by);

create table public.live_prompts (
  organization_id uuid primary key references public.organizations (id) on delete restrict,
  live_version_id uuid,
  staged_version_id uuid,
  moved_by uuid,
  moved_at timestamptz,
  constraint live_prompts_live_version_fkey foreign key (organization_id, live_version_id)
    references public.prompt_versions (organization_id, id) on delete restrict,
  constraint live_prompts_staged_version_fkey foreign key (organization_id, staged_version_id)
    references public.prompt_versions (organization_id, id) on delete restrict,
  constraint live_prompts_moved_by_fkey foreign key (organization_id, moved_by)
    references public.people (organization_id, id) on delete restrict,
  constraint something_is_live_or_staged check (live_version_id is not null or staged_version_id is not null),
  constraint live_version_was_moved check (
    (live_version_id is null) = (moved_by is null) and (live_version_id is null) = (moved_at is null))
);
comment on table public.live_prompts is 'Which version is live, and which one waits for a prompt owner.';
comment on column public.live_prompts.moved_by is 'Who moved the live pointer last: a prompt owner at that time. Null while nothing is live.';

create index live_prompts_organization_id_live_version_id_idx on public.live_prompts (organization_id, live_version_id);
create index live_prompts_organization_id_staged_version_id_idx on public.live_prompts (organization_id, staged_version_id);
create index live_prompts_organization_id_moved_by_idx on public.live_prompts (organization_id, moved_by);

create table public.skills (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  name text not null,
  live_version_id uuid,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint skills_organization_id_id_key unique (organization_id, id),
  constraint skills_organization_id_name_key unique (organization_id, name),
  constraint name_is_a_slug check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(name) <= 60)
);
comment on table public.skills is 'Guidance that the assistant reads when a task calls for it.';

create table public.skill_versions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  skill_id uuid not null,
  number integer not null,
  title text not null,
  content text not null,
  approval_id uuid not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  constraint skill_versions_organization_id_id_key unique (organization_id, skill_id, id),
  constraint skill_versions_skill_id_number_key unique (skill_id, number),
  constraint skill_versions_skill_fkey foreign key (organization_id, skill_id)
    references public.skills (organization_id, id) on delete restrict,
  constraint skill_versions_approval_fkey foreign key (organization_id, approval_id)
    references public.approvals (organization_id, id) on delete restrict,
  constraint skill_versions_created_by_fkey foreign key (organization_id, created_by)
    references public.people (organization_id, id) on delete restrict,
  constraint number_is_counted check (number >= 1),
  constraint title_is_present check (btrim(title) <> '' and char_length(title) <= 200),
  constraint content_is_present check (btrim(content) <> '' and char_length(content) <= 50000)
);
comment on table public.skill_versions is 'Every text of a skill; each came with an approved card.';

alter table public.skills
  add constraint skills_live_version_fkey foreign key (organization_id, id, live_version_id)
    references public.skill_versions (organization_id, skill_id, id) on delete restrict;
comment on column public.skills.live_version_id is 'The current version.';

create index skills_organization_id_id_live_version_id_idx on public.skills (organization_id, id, live_version_id);
create unique index skill_versions_organization_id_approval_id_idx on public.skill_versions (organization_id, approval_id);
create index skill_versions_organization_id_created_by_idx on public.skill_versions (organization_id, created_by);

create trigger tg_prompt_versions__refuse_change before update or delete on public.prompt_versions
  for each row execute function private.tg_refuse_change();
create trigger tg_prompt_versions__refuse_truncate before truncate on public.prompt_versions
  for each statement execute function private.tg_refuse_change();
create trigger tg_skill_versions__refuse_change before update or delete on public.skill_versions
  for each row execute function private.tg_refuse_change();
create trigger tg_skill_versions__refuse_truncate before truncate on public.skill_versions
  for each statement execute function private.tg_refuse_change();
alter table public.prompt_versions enable always trigger tg_prompt_versions__refuse_change;
alter table public.prompt_versions enable always trigger tg_prompt_versions__refuse_truncate;
alter table public.skill_versions enable always trigger tg_skill_versions__refuse_change;
alter table public.skill_versions enable always trigger tg_skill_versions__refuse_truncate;
