-- Views of lists that people save: the filters and the order of a page under a name. A view contains no rows.

create table private.saved_views (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  owner_id uuid not null,
  page text not null,
  name text not null,
  query text not null,
  is_shared boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint saved_views_organization_id_id_key unique (organization_id, id),
  constraint saved_views_owner_fkey foreign key (organization_id, owner_id)
    references public.people (organization_id, id) on delete restrict,
  constraint page_is_a_list check (page in ('tasks', 'portfolio', 'clients', 'people', 'documents', 'inbox', 'health')),
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 100 and name !~ '[[:cntrl:]]'),
  constraint query_is_valid check (query !~ '[^!-~]' and query !~ '[#?]' and char_length(query) <= 2000)
);
comment on table private.saved_views is 'Filters and order of a list under a name, for the owner alone or shared with colleagues.';
comment on column private.saved_views.page is 'The list of the console that the view belongs to.';
comment on column private.saved_views.query is 'The query string of the page''s URL, without the question mark.';
comment on column private.saved_views.archived_at is 'When it was deleted; its owner can restore it.';
create unique index saved_views_owner_id_page_name_key
  on private.saved_views (owner_id, page, lower(name)) where archived_at is null;
create index saved_views_owner_idx on private.saved_views (organization_id, owner_id);
create index saved_views_shared_idx
  on private.saved_views (organization_id, page) where is_shared and archived_at is null;
create trigger tg_saved_views__count_version before update on private.saved_views
  for each row execute function private.tg_count_version();

-- Only functions reach the table.
alter table private.saved_views enable row level security;
revoke all on private.saved_views from public, anon, authenticated, service_role;
