-- Estimates that people save, and the rates that turn hours into money. Both are for admins and leads.

create table public.person_rates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  person_id uuid not null,
  cost_per_hour numeric(14, 2) not null,
  valid_from date not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint person_rates_person_id_valid_from_key unique (person_id, valid_from),
  constraint person_rates_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint cost_is_a_number check (cost_per_hour between 0 and 999999999.99),
  constraint valid_from_is_a_day check (valid_from between '0001-01-01' and '9999-12-31')
);
comment on table public.person_rates is 'Cost per hour of a person''s work. A rate applies from valid_from until the next one.';
create index person_rates_organization_id_person_id_idx on public.person_rates (organization_id, person_id);

create table public.project_rates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  revenue_per_hour numeric(14, 2) not null,
  cost_per_hour numeric(14, 2),
  valid_from date not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint project_rates_project_id_valid_from_key unique (project_id, valid_from),
  constraint project_rates_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint revenue_is_a_number check (revenue_per_hour between 0 and 999999999.99),
  constraint cost_is_a_number check (cost_per_hour between 0 and 999999999.99),
  constraint valid_from_is_a_day check (valid_from between '0001-01-01' and '9999-12-31')
);
comment on table public.project_rates is 'Revenue and cost of an hour on a project. A rate applies from valid_from until the next one.';
comment on column public.project_rates.cost_per_hour is
  'Cost per hour of a person without a rate of their own; null if it is unknown.';
create index project_rates_organization_id_project_id_idx on public.project_rates (organization_id, project_id);

create trigger tg_person_rates__count_version before update on public.person_rates
  for each row execute function private.tg_count_version();
create trigger tg_project_rates__count_version before update on public.project_rates
  for each row execute function private.tg_count_version();

create table public.estimate_cases (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid,
  task_id uuid,
  client_id uuid,
  query text not null,
  category text,
  service text,
  expected_hours numeric(10, 2),
  model_version text not null,
  low_hours numeric(12, 2) not null,
  typical_hours numeric(12, 2) not null,
  high_hours numeric(12, 2) not null,
  outcome jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  constraint estimate_cases_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint estimate_cases_task_fkey foreign key (organization_id, project_id, task_id)
    references public.tasks (organization_id, project_id, id) on delete restrict,
  constraint estimate_cases_client_fkey foreign key (organization_id, client_id)
    references public.clients (organization_id, id) on delete restrict,
  constraint estimate_cases_created_by_fkey foreign key (organization_id, created_by)
    references public.people (organization_id, id) on delete restrict,
  constraint task_has_project check (task_id is null or project_id is not null),
  constraint query_is_present check (btrim(query) <> '' and char_length(query) <= 1000),
  constraint range_is_ordered check (low_hours > 0 and typical_hours >= low_hours and high_hours >= typical_hours),
  constraint outcome_is_an_object check (jsonb_typeof(outcome) = 'object')
);
comment on table public.estimate_cases is
  'Stored estimates. Rows never change: get_estimate_cases compares them with the hours of the finished work.';
comment on column public.estimate_cases.task_id is
  'The task that was estimated; without one the case is about the project, or about work that does not exist yet.';
comment on column public.estimate_cases.outcome is 'Question, range, comparables and back-off steps at that time.';
create index estimate_cases_organization_id_created_at_idx
  on public.estimate_cases (organization_id, created_at desc, id desc);
create index estimate_cases_project_idx on public.estimate_cases (organization_id, project_id, task_id);
create index estimate_cases_organization_id_client_id_idx on public.estimate_cases (organization_id, client_id);
create index estimate_cases_organization_id_created_by_idx on public.estimate_cases (organization_id, created_by);

create trigger tg_estimate_cases__refuse_change before update or delete on public.estimate_cases
  for each row execute function private.tg_refuse_change();
create trigger tg_estimate_cases__refuse_truncate before truncate on public.estimate_cases
  for each statement execute function private.tg_refuse_change();
alter table public.estimate_cases enable always trigger tg_estimate_cases__refuse_change;
alter table public.estimate_cases enable always trigger tg_estimate_cases__refuse_truncate;
