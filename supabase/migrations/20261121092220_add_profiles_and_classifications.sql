-- The tables whose constraints are new hold few rows: checking them at once holds nobody up.
-- squawk-ignore-file constraint-missing-not-valid
drop view "public"."project_summaries";

create table "public"."operating_profiles" (
  "account_id"         uuid                     not null,
  "organization_id"    uuid                     not null,
  "contacts"           jsonb                    not null default '[]'::jsonb,
  "standing_facts"     text[]                   not null default '{}'::text[],
  "definition_of_done" text[]                   not null default '{}'::text[],
  "updated_by"         uuid,
  "version"            integer                  not null default 1,
  "created_at"         timestamp with time zone not null default now(),
  "updated_at"         timestamp with time zone not null default now(),
  constraint "contacts_are_a_list"
    check
    (((jsonb_typeof(contacts) = 'array'::text) AND (octet_length((contacts)::text) <= 50000))),
  constraint "definition_of_done_is_short"
    check
    (((cardinality(definition_of_done) <= 50) AND (array_position(definition_of_done, NULL::text) IS
    NULL))),
  constraint "operating_profiles_pkey" primary key (account_id),
  constraint "standing_facts_are_few"
    check
    (((cardinality(standing_facts) <= 50) AND (array_position(standing_facts, NULL::text) IS NULL)))
);

alter table "public"."operating_profiles"
  enable row level security;

create table "public"."portfolio_classifications" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "project_id"      uuid                     not null,
  "version"         integer                  not null,
  "service_line"    text,
  "reason"          text,
  "classified_by"   uuid                     not null,
  "created_at"      timestamp with time zone not null default now(),
  constraint "portfolio_classifications_pkey" primary key (id),
  constraint "portfolio_classifications_project_id_version_key" unique (project_id, version),
  constraint "reason_is_present"
    check (((btrim(reason) <> ''::text) AND (char_length(reason) <= 1000))),
  constraint "service_line_is_present"
    check (((btrim(service_line) <> ''::text) AND (char_length(service_line) <= 100))),
  constraint "versions_count_from_one" check ((version >= 1))
);

alter table "public"."portfolio_classifications"
  enable row level security;

alter table "public"."clients"
  add column "website" text;

alter table "public"."clients"
  add column "note" text;

alter table "public"."status_updates"
  add column "risks" text;

alter table "public"."status_updates"
  add column "next_steps" text;

create type "public"."portfolio_tier" as enum (
  'strategic',
  'core',
  'standard'
);

alter table "public"."portfolio_classifications"
  add column "tier" public.portfolio_tier;

create type "public"."reporting_cadence" as enum (
  'weekly',
  'fortnightly',
  'monthly',
  'quarterly',
  'on_request'
);

alter table "public"."operating_profiles"
  add column "cadence" public.reporting_cadence;

create type "public"."risk_level" as enum (
  'low',
  'medium',
  'high'
);

alter table "public"."portfolio_classifications"
  add column "risk" public.risk_level;

alter table "public"."clients"
  add constraint "note_is_present"
    check (((btrim(note) <> ''::text) AND (char_length(note) <= 4000)));

alter table "public"."clients"
  add constraint "website_is_a_web_address"
    check (((website ~ '^https?://[^\s/]+'::text) AND (char_length(website) <= 500)));

alter table "public"."operating_profiles"
  add constraint "operating_profiles_account_fkey" foreign key (organization_id, account_id)
    references public.accounts(organization_id, id) on delete restrict;

alter table "public"."operating_profiles"
  add constraint "operating_profiles_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."operating_profiles"
  add constraint "operating_profiles_updated_by_fkey" foreign key (organization_id, updated_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."portfolio_classifications"
  add constraint "portfolio_classifications_classified_by_fkey"
    foreign key (organization_id, classified_by) references public.people(organization_id, id)
    on delete restrict;

alter table "public"."portfolio_classifications"
  add constraint "portfolio_classifications_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."portfolio_classifications"
  add constraint "portfolio_classifications_project_fkey" foreign key (organization_id, project_id)
    references public.projects(organization_id, id) on delete restrict;

alter table "public"."status_updates"
  add constraint "next_steps_are_present"
    check (((btrim(next_steps) <> ''::text) AND (char_length(next_steps) <= 4000)));

alter table "public"."status_updates"
  add constraint "risks_are_present"
    check (((btrim(risks) <> ''::text) AND (char_length(risks) <= 4000)));

create view "public"."project_summaries" with (security_invoker=true) AS  SELECT projects.id,
    projects.organization_id,
    projects.account_id,
    accounts.name AS account_name,
    accounts.client_id,
    clients.name AS client_name,
    projects.code,
    projects.name,
    projects.summary,
    projects.status,
    projects.lead_id,
    leads.name AS lead_name,
    projects.starts_on,
    projects.due_on,
    projects.budget_hours,
    projects.budget_amount,
    projects.version,
    projects.updated_at,
    projects.archived_at,
    COALESCE(hours.actual_hours, (0)::numeric) AS actual_hours,
    COALESCE(work.estimate_hours, (0)::numeric) AS estimate_hours,
    COALESCE(work.task_count, (0)::bigint) AS task_count,
    COALESCE(work.open_task_count, (0)::bigint) AS open_task_count,
    updates.health,
    updates.created_at AS health_reported_at,
    GREATEST(hours.last_spent_on, work.last_completed_on, (updates.created_at)::date) AS last_activity_on,
    classified.tier,
    classified.service_line,
    classified.risk,
    COALESCE(classified.version, 0) AS classification_version
   FROM (((((((public.projects
     LEFT JOIN public.accounts ON ((accounts.id = projects.account_id)))
     LEFT JOIN public.clients ON ((clients.id = accounts.client_id)))
     LEFT JOIN public.people leads ON ((leads.id = projects.lead_id)))
     LEFT JOIN ( SELECT time_entries.project_id,
            sum(time_entries.hours) AS actual_hours,
            max(time_entries.spent_on) AS last_spent_on
           FROM public.time_entries
          GROUP BY time_entries.project_id) hours ON ((hours.project_id = projects.id)))
     LEFT JOIN ( SELECT tasks.project_id,
            sum(tasks.estimate_hours) AS estimate_hours,
            count(*) AS task_count,
            count(*) FILTER (WHERE (tasks.status = ANY (ARRAY['open'::public.task_status, 'in_progress'::public.task_status, 'blocked'::public.task_status]))) AS open_task_count,
            max(tasks.completed_on) AS last_completed_on
           FROM public.tasks
          WHERE (tasks.archived_at IS NULL)
          GROUP BY tasks.project_id) work ON ((work.project_id = projects.id)))
     LEFT JOIN ( SELECT DISTINCT ON (status_updates.project_id) status_updates.project_id,
            status_updates.health,
            status_updates.created_at
           FROM public.status_updates
          ORDER BY status_updates.project_id, status_updates.created_at DESC) updates ON ((updates.project_id = projects.id)))
     LEFT JOIN ( SELECT DISTINCT ON (portfolio_classifications.project_id) portfolio_classifications.project_id,
            portfolio_classifications.version,
            portfolio_classifications.tier,
            portfolio_classifications.service_line,
            portfolio_classifications.risk
           FROM public.portfolio_classifications
          ORDER BY portfolio_classifications.project_id, portfolio_classifications.version DESC) classified ON ((classified.project_id = projects.id)));

create index operating_profiles_organization_id_account_id_idx on public.operating_profiles
  using btree (organization_id, account_id);

create index operating_profiles_organization_id_updated_by_idx on public.operating_profiles
  using btree (organization_id, updated_by);

create index portfolio_classifications_classified_by_idx on public.portfolio_classifications
  using btree (organization_id, classified_by);

create index portfolio_classifications_organization_id_project_id_idx
  on public.portfolio_classifications using btree (organization_id, project_id);

create trigger tg_operating_profiles__count_version
  before update on public.operating_profiles
  for each row
  execute function private.tg_count_version();

create trigger tg_portfolio_classifications__refuse_change
  before delete or update on public.portfolio_classifications
  for each row
  execute function private.tg_refuse_change();

create trigger tg_portfolio_classifications__refuse_truncate
  before truncate on public.portfolio_classifications
  for each STATEMENT
  execute function private.tg_refuse_change();

create policy "operating_profiles_select_in_scope" on "public"."operating_profiles"
  for select
  to "authenticated"
  using
    ((account_id = ANY (( select private.visible_account_ids() as visible_account_ids)::uuid[])));

create policy "portfolio_classifications_select_in_scope" on "public"."portfolio_classifications"
  for select
  to "authenticated"
  using
    ((project_id = ANY (( select private.visible_project_ids() as visible_project_ids)::uuid[])));

comment on column "public"."operating_profiles"."cadence" is 'How often the client expects a status.';

comment on column "public"."operating_profiles"."contacts" is 'List of { name, role, email, phone }: people on the client''s side. All but name may be null.';

comment on column "public"."operating_profiles"."definition_of_done" is 'Conditions that finished work meets.';

comment on column "public"."operating_profiles"."standing_facts" is 'Sentences that hold for all work on the account.';

comment on policy "operating_profiles_select_in_scope"
  on "public"."operating_profiles" is 'Whoever sees an account sees how it is run.';

comment on policy "portfolio_classifications_select_in_scope"
  on "public"."portfolio_classifications" is 'Whoever sees a project sees how it is classified.';

comment on table "public"."operating_profiles" is 'How an account is run: rhythm, contacts, facts that always hold, and what done means. One row per account, made by its first update.';

comment on table "public"."portfolio_classifications" is 'Tier, service line and risk of a project, each version kept. The highest version counts.';

comment on view "public"."project_summaries" is 'Projects in the caller''s scope with account, client, lead, hours, tasks, latest health and classification.';

grant select on table "public"."operating_profiles" to "authenticated", "service_role";

grant select on table "public"."portfolio_classifications" to "authenticated", "service_role";

grant select on table "public"."project_summaries" to "authenticated", "service_role";
