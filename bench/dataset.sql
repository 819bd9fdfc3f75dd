-- Organizations with the same people and the requested numbers of projects, and tasks and hours from two years. Rows
-- of different projects are mixed on disk, as they are in real life. Runs as the superuser in one transaction, with
-- the settings bench.projects (a number for each organization) and bench.tasks (a number for all together). The
-- triggers that check foreign keys row by row are off, because every key is taken from the row that it refers to.
set local session_replication_role = replica;
set local work_mem = '256MB';
set local synchronous_commit = off;
select setseed(0.42);

create temporary table sizes on commit drop as
select o::integer as o, projects::integer as projects
from unnest(string_to_array(current_setting('bench.projects'), ',')) with ordinality as agencies (projects, o);
create function pg_temp.id(kind text, organization integer, number integer) returns uuid
language sql immutable return md5(kind || organization || '/' || number)::uuid;

insert into public.organizations (id, name, email_domain)
select pg_temp.id('organization', o, 0), 'Organization ' || o, 'o' || o || '.test'
from sizes;

insert into public.clients (id, organization_id, name)
select pg_temp.id('client', o, n), pg_temp.id('organization', o, 0), 'Client ' || n
from sizes, generate_series(1, 10) as n;

insert into public.accounts (id, organization_id, client_id, name)
select pg_temp.id('account', o, n), pg_temp.id('organization', o, 0),
       pg_temp.id('client', o, 1 + n % 10), 'Account ' || n
from sizes, generate_series(1, 20) as n;

-- People 1 to 6 of each organization are its viewers, 7 to 40 its staff.
insert into public.people (id, organization_id, user_id, email, name, role, is_employee, client_id)
select pg_temp.id('person', o, n), pg_temp.id('organization', o, 0),
       case when n <= 6 then pg_temp.id('user', o, n) end,
       'p' || n || '@o' || o || '.test', 'Person ' || n,
       (case n when 1 then 'admin' when 6 then 'client' else 'member' end)::public.person_role,
       n <> 6, case n when 6 then pg_temp.id('client', o, 1) end
from sizes, generate_series(1, 40) as n;

insert into auth.users (id, email)
select people.user_id, people.email from public.people where people.user_id is not null;

insert into public.projects (
  id, organization_id, account_id, code, name, status, lead_id, starts_on, due_on, budget_hours)
select pg_temp.id('project', o, n), pg_temp.id('organization', o, 0),
       pg_temp.id('account', o, 1 + n % 20), 'P' || n, 'Project ' || n,
       (array['active', 'active', 'planned', 'on_hold', 'completed'])[1 + n % 5]::public.project_status,
       pg_temp.id('person', o, 7 + n % 34), current_date - 600, current_date + n, 100 + n
from sizes, generate_series(1, projects) as n;

-- Members 2 to 5 are on 1, 10, 50 and 100% of the projects; each project has three of the staff.
insert into public.project_members (organization_id, project_id, person_id)
select pg_temp.id('organization', o, 0), pg_temp.id('project', o, n), pg_temp.id('person', o, person)
from sizes, generate_series(1, projects) as n,
     lateral (
       select viewer as person
       from (values (2, 1), (3, 10), (4, 50), (5, 100)) as shares (viewer, percent)
       where n <= greatest(1, projects * percent / 100)
       union all
       select 7 + (n + 11 * k) % 34 from generate_series(0, 2) as k
     ) as members;

create temporary table numbered on commit drop as
select row_number() over () as number, projects.id as project_id, projects.organization_id
from public.projects;

insert into public.tasks (
  organization_id, project_id, external_key, title, status, category, priority, assignee_id,
  estimate_hours, started_on, due_on, completed_on, created_at, updated_at)
select numbered.organization_id, numbered.project_id, 'T' || tasks.n, 'Task ' || tasks.n,
       tasks.status::public.task_status, 'Development', 1 + tasks.n % 5, staff.id,
       1 + tasks.n % 40, tasks.at::date, tasks.at::date + 21,
       case tasks.status when 'done' then tasks.at::date + 14 end, tasks.at, tasks.at
from (
  select n, 1 + floor(random() * (select count(*) from numbered))::integer as number,
         (array['done', 'done', 'done', 'open', 'in_progress', 'cancelled', 'done', 'done', 'done', 'open',
                'blocked', 'cancelled'])[1 + n % 12] as status,
         now() - interval '2 years' * (1 - n::float / tasks) as at
  from (select current_setting('bench.tasks')::integer as tasks) as settings, generate_series(1, tasks) as n
) as tasks
join numbered on numbered.number = tasks.number
join public.people as staff
  on staff.organization_id = numbered.organization_id and staff.name = 'Person ' || (7 + tasks.n % 34)
order by tasks.n;

-- One entry of time for each task.
insert into public.time_entries (
  organization_id, project_id, task_id, person_id, spent_on, hours, external_key, created_at, updated_at)
select organization_id, project_id, id, assignee_id, started_on + 7, 0.25 + priority * 0.5,
       external_key, created_at, updated_at
from public.tasks
order by created_at;

insert into public.status_updates (organization_id, project_id, author_id, health, summary, created_at)
select projects.organization_id, projects.id, projects.lead_id,
       (array['on_track', 'at_risk', 'off_track'])[1 + week % 3]::public.project_health,
       'Week ' || week, now() - interval '1 week' * week
from public.projects, generate_series(1, 20) as week;

insert into public.operating_profiles (
  account_id, organization_id, cadence, contacts, standing_facts, definition_of_done, updated_by)
select accounts.id, accounts.organization_id, 'weekly',
       jsonb_build_array(jsonb_build_object(
         'name', 'Contact of ' || accounts.name, 'role', 'Buyer', 'email', null, 'phone', null)),
       array['Releases are on Tuesdays', 'Texts are in two languages'], array['Seen by a second person'],
       viewers.id
from public.accounts
join public.people as viewers
  on viewers.organization_id = accounts.organization_id and viewers.role = 'admin';

insert into public.portfolio_classifications (
  organization_id, project_id, version, tier, service_line, risk, classified_by, created_at)
select projects.organization_id, projects.id, versions.version,
       (array['strategic', 'core', 'standard'])[1 + versions.version % 3]::public.portfolio_tier, 'Web',
       (array['low', 'medium', 'high'])[1 + versions.version % 3]::public.risk_level, projects.lead_id,
       now() - interval '1 month' * (12 - versions.version)
from public.projects, generate_series(1, 12) as versions (version);

insert into public.portfolio_import_runs (
  id, organization_id, requested_by, mode, status, file_name, file_sha256, parser_version, mapping,
  plan_hash, counts, created_at, finished_at)
select pg_temp.id('run', o, n), pg_temp.id('organization', o, 0), pg_temp.id('person', o, 1), 'apply',
       'succeeded', 'tasks.csv', repeat('0', 64), '1', '{}', repeat('0', 64), '{}',
       now() - interval '1 day' * n, now() - interval '1 day' * n
from sizes, generate_series(1, 20) as n;

insert into public.portfolio_import_rows (organization_id, run_id, line, disposition)
select portfolio_import_runs.organization_id, portfolio_import_runs.id, 1 + line, 'create'
from public.portfolio_import_runs, generate_series(1, 200) as line;

insert into public.audit_events (
  organization_id, occurred_at, actor_person_id, actor_db_role, action, object_type, object_id, project_id)
select projects.organization_id, now() - interval '1 day' * n, projects.lead_id, 'authenticated',
       'project.updated', 'project', projects.id, projects.id
from public.projects, generate_series(1, 20) as n;

-- Sources with their text, and cards that cite them; every tenth is restricted. Cards start as pending.
insert into public.sources (
  id, organization_id, kind, project_id, title, is_restricted, published_version, occurred_at)
select md5('source' || projects.id || n)::uuid, projects.organization_id, 'meeting', projects.id, 'Meeting ' || n,
       n % 10 = 0, 1, now() - interval '1 day' * n
from public.projects, generate_series(1, 11) as n;

insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
select sources.organization_id, sources.id, 1, n, 'Notes about ' || sources.title, sources.scope_id
from public.sources, generate_series(1, 1) as n;

insert into public.meetings (id, organization_id, scope_id, provider, external_id, starts_at, ends_at)
select id, organization_id, scope_id, 'fathom', id, occurred_at, occurred_at + interval '1 hour'
from public.sources;

insert into public.project_notes (organization_id, project_id, source_id, scope_id, occurred_on, title, body)
select organization_id, project_id, id, scope_id, occurred_at::date, title, 'Agreed in ' || title
from public.sources;

insert into public.approvals (
  id, organization_id, kind, project_id, title, payload, payload_hash, is_restricted, proposer, proposed_by, created_at)
select md5('card' || sources.id)::uuid, sources.organization_id, 'task_create', sources.project_id,
       'Create task ''' || sources.title || '''', '{"title": "Task"}', '', sources.is_restricted, 'person',
       projects.lead_id, sources.occurred_at
from public.sources
join public.projects on projects.id = sources.project_id;

insert into public.approval_versions (organization_id, approval_id, version, title, payload, payload_hash, scope_id)
select organization_id, id, version, title, payload, payload_hash, scope_id from public.approvals;

insert into public.approval_citations (
  organization_id, approval_id, number, role, source_id, source_version, quote, scope_id)
select sources.organization_id, md5('card' || sources.id)::uuid, 1, 'evidence', sources.id, 1, 'Notes',
       sources.scope_id
from public.sources;

insert into public.approval_events (
  organization_id, approval_id, number, type, status, version, payload_hash, actor_db_role, scope_id)
select organization_id, id, 1, 'proposed', 'pending', version, payload_hash, 'authenticated', scope_id
from public.approvals;

alter table public.weekly_updates disable trigger tg_weekly_updates__guard_approved;
insert into public.weekly_updates (
  organization_id, project_id, approval_id, is_restricted, week_of, headline, body, published_at)
select organization_id, project_id, id, is_restricted, created_at::date, 'On time', 'As planned.', created_at
from public.approvals;
alter table public.weekly_updates enable always trigger tg_weekly_updates__guard_approved;

insert into public.calendar_events (
  organization_id, provider, external_id, project_id, summary, starts_at, ends_at, time_zone)
select organization_id, 'local', id::text, project_id, title, occurred_at, occurred_at + interval '1 hour', 'UTC'
from public.sources;

insert into public.external_links (organization_id, provider, entity, external_id, approval_id, project_id, scope_id)
select organization_id, 'local', 'task', id::text, id, project_id, scope_id from public.approvals;

-- The viewers' questions: 20 conversations each, of 11 questions; answers cover one to three projects and cite
-- one.
insert into public.chat_sessions (id, organization_id, person_id, session_id, title, last_message_at)
select md5('chat' || o || '/' || person || '/' || n)::uuid, pg_temp.id('organization', o, 0), pg_temp.id('person', o, person),
       md5('session' || n)::uuid, 'Question ' || n, now() - interval '1 day' * n
from sizes, generate_series(1, 5) as person, generate_series(1, 20) as n;

insert into public.chat_messages (
  id, organization_id, chat_session_id, person_id, number, role, content, scope_ids, ended_at)
select md5('chat' || o || '/' || person || '/' || n || '/' || number)::uuid, pg_temp.id('organization', o, 0),
       md5('chat' || o || '/' || person || '/' || n)::uuid, pg_temp.id('person', o, person), number,
       case number % 2 when 1 then 'user' else 'assistant' end::public.chat_role, 'Notes',
       case when number % 2 = 0 then array(
         select pg_temp.id('project', o, project) from generate_series(1, 1 + n % 3) as project) else '{}' end, now()
from sizes, generate_series(1, 5) as person, generate_series(1, 20) as n, generate_series(1, 22) as number;

insert into public.chat_citations (
  organization_id, message_id, person_id, number, kind, row_table, row_id, project_id, title, quote, scope_id)
select organization_id, id, person_id, 1, 'row', 'projects', scope_ids[1], scope_ids[1], 'Project 1', '', scope_ids[1]
from public.chat_messages
where role = 'assistant';
