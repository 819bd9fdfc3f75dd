-- The hours and the budget of a project that belong to one client, because a project can move to another client.

create table private.project_clients (
  project_id uuid not null,
  from_on date not null,
  organization_id uuid not null references public.organizations (id) on delete restrict,
  client_id uuid not null,
  budget_hours numeric(10, 2),
  constraint project_clients_pkey primary key (project_id, from_on),
  constraint project_clients_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete cascade,
  constraint project_clients_client_fkey foreign key (organization_id, client_id)
    references public.clients (organization_id, id) on delete cascade,
  constraint from_on_is_a_day check (from_on between '0001-01-01' and '9999-12-31')
);
comment on table private.project_clients is
  'The clients of a project that has moved between clients. A project that never moved has no rows.';
comment on column private.project_clients.from_on is
  'The first day whose hours are this client''s: the day after the move, because hours have no time of day. 0001-01-01 for the first client.';
comment on column private.project_clients.budget_hours is
  'The budget that was last set while the project was this client''s; null if none was set.';

create index project_clients_project_idx on private.project_clients (organization_id, project_id);
create index project_clients_client_idx on private.project_clients (organization_id, client_id);

-- Records the move of a project to another client, and a budget that is set after a move.
create or replace function private.tg_projects__record_client()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_former_id constant uuid := (select accounts.client_id from public.accounts where accounts.id = old.account_id);
  v_client_id constant uuid := (select accounts.client_id from public.accounts where accounts.id = new.account_id);
  v_tomorrow constant date := (
    select (now() at time zone organizations.time_zone)::date + 1 from public.organizations
    where organizations.id = new.organization_id);
begin
  if v_client_id is distinct from v_former_id then
    if not exists (select from private.project_clients as clients where clients.project_id = new.id) then
      insert into private.project_clients (project_id, from_on, organization_id, client_id, budget_hours)
      values (new.id, '0001-01-01', new.organization_id, v_former_id, old.budget_hours);
    end if;
    insert into private.project_clients as clients (project_id, from_on, organization_id, client_id)
    values (new.id, v_tomorrow, new.organization_id, v_client_id)
    on conflict on constraint project_clients_pkey do update
    set client_id = excluded.client_id, budget_hours = null;
  end if;
  if new.budget_hours is distinct from old.budget_hours then
    update private.project_clients as clients set budget_hours = new.budget_hours
    where clients.project_id = new.id and clients.from_on = (
      select max(periods.from_on) from private.project_clients as periods where periods.project_id = new.id);
  end if;
  return null;
end;
$$;
comment on function private.tg_projects__record_client() is
  'Records which days and which budget of a project belong to which client.';

create trigger tg_projects__record_client after update on public.projects
  for each row when (
    new.account_id is distinct from old.account_id or new.budget_hours is distinct from old.budget_hours)
  execute function private.tg_projects__record_client();
alter table public.projects enable always trigger tg_projects__record_client;

-- A project moves by changing its account. If an account changed its client, its projects would move without a record.
create or replace function private.tg_accounts__refuse_client_change()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = 'OPSTA',
    message = 'An account stays with its client. Move its projects to an account of the other client',
    hint = 'account_client_is_final';
end;
$$;
comment on function private.tg_accounts__refuse_client_change() is 'Raises OPSTA (account_client_is_final).';

create trigger tg_accounts__refuse_client_change before update on public.accounts
  for each row when (new.client_id is distinct from old.client_id)
  execute function private.tg_accounts__refuse_client_change();
alter table public.accounts enable always trigger tg_accounts__refuse_client_change;

-- The hours of a project in a period that belong to a client: those of the days on which the project was the client's.
create or replace function private.client_hours(
  project_id uuid, client_id uuid, from_on date default '0001-01-01', to_on date default '9999-12-31')
returns numeric
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (
    select from private.project_clients as clients where clients.project_id = client_hours.project_id)
  then
    return (
      select coalesce(sum(time_entries.hours), 0) from public.time_entries
      where time_entries.project_id = client_hours.project_id
        and time_entries.spent_on between client_hours.from_on and client_hours.to_on);
  end if;
  return (
    select coalesce(sum(time_entries.hours), 0) from public.time_entries
    where time_entries.project_id = client_hours.project_id
      and time_entries.spent_on between client_hours.from_on and client_hours.to_on
      and client_hours.client_id = (
        select clients.client_id from private.project_clients as clients
        where clients.project_id = client_hours.project_id and clients.from_on <= time_entries.spent_on
        order by clients.from_on desc
        limit 1));
end;
$$;
comment on function private.client_hours(uuid, uuid, date, date) is
  'The hours of a project that belong to a client.';

-- The budget of a project if it was set while the project was the client's; null if it was set for another client.
create or replace function private.client_budget_hours(project_id uuid, client_id uuid)
returns numeric
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select projects.budget_hours from public.projects
    where projects.id = client_budget_hours.project_id
      and (
        not exists (
          select from private.project_clients as clients where clients.project_id = projects.id)
        or exists (
          select from private.project_clients as clients
          where clients.project_id = projects.id and clients.client_id = client_budget_hours.client_id
            and clients.budget_hours = projects.budget_hours)));
end;
$$;
comment on function private.client_budget_hours(uuid, uuid) is
  'The budget of a project that a client may see.';
