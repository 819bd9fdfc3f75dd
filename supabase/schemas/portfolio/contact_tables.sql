-- The people of clients, as the organization knows them: they have no sign-in. A person with the role client is in
-- people.
create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  client_id uuid not null,
  name text not null,
  email text,
  title text,
  phone text,
  external_key text,
  managed_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint contacts_organization_id_id_key unique (organization_id, id),
  constraint contacts_client_fkey foreign key (organization_id, client_id)
    references public.clients (organization_id, id) on delete restrict,
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200),
  constraint email_is_a_lower_case_address check (
    email ~ '^[^\s@]+@[^\s@]+$' and email = lower(email) and char_length(email) <= 320),
  constraint title_is_not_blank check (btrim(title) <> '' and char_length(title) <= 200),
  constraint phone_is_not_blank check (btrim(phone) <> '' and char_length(phone) <= 60),
  constraint managed_by_is_a_provider check (managed_by ~ '^[a-z][a-z0-9_]{1,39}$')
);
comment on table public.contacts is 'People at clients: names and addresses. They do not sign in.';
comment on column public.contacts.title is 'Their position at the client.';
comment on column public.contacts.external_key is 'Key in the system that the contact came from, unique in the organization.';
comment on column public.contacts.managed_by is 'Provider that owns the contact''s fields; null for a contact of this service.';
create unique index contacts_organization_id_external_key_key
  on public.contacts (organization_id, external_key) where external_key is not null;
-- The client comes first: otherwise, a lookup by another key that is planned while the table is small would use this
-- index, and read all contacts of the organization.
create index contacts_client_id_organization_id_idx on public.contacts (client_id, organization_id);
create index contacts_client_id_idx on public.contacts (client_id, name, id);
-- A sender or an invitee is looked up by the address.
create index contacts_organization_id_email_idx on public.contacts (organization_id, email)
  where email is not null and archived_at is null;
-- The domains of clients, for candidates_of_items. The organization comes last, for the reason above. The index is not
-- partial, because without statistics the planner would consider it the smallest index, and read all of it for each
-- address.
create index contacts_email_domain_organization_id_idx
  on public.contacts (private.email_domain(email), organization_id);

create trigger tg_contacts__touch before update on public.contacts
  for each row execute function private.tg_touch();

alter table public.contacts enable row level security;
revoke all on public.contacts from public, anon, authenticated, service_role;
grant select on public.contacts to authenticated, service_role;
create policy contacts_select_in_scope on public.contacts
  for select to authenticated
  using (client_id = any ((select private.visible_client_ids())::uuid[]));
comment on policy contacts_select_in_scope on public.contacts is
  'Admins and leads read every contact, members those of the clients of their projects, clients none.';
