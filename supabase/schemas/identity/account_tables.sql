-- The account of a signed-in person: the links with which they choose a password, their picture, and which notices
-- they have read. Auth owns the password and the second factors.

create table private.password_links (
  token_hash bytea not null,
  organization_id uuid not null,
  person_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint password_links_pkey primary key (token_hash),
  constraint password_links_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete cascade,
  constraint password_links_created_by_fkey foreign key (organization_id, created_by)
    references public.people (organization_id, id) on delete restrict,
  constraint expires_after_creation check (expires_at > created_at),
  constraint used_or_revoked check (used_at is null or revoked_at is null),
  constraint created_by_another_person check (created_by <> person_id)
);
comment on table private.password_links is
  'Links with which a person chooses a new password: single use, valid for an hour, created by an admin or the operator.';
comment on column private.password_links.token_hash is 'SHA-256 of the token, which is returned once and not stored.';
comment on column private.password_links.user_id is 'The sign-in whose password the link changes. The link works only while the person has this sign-in.';
comment on column private.password_links.created_by is 'The admin who created the link; null if the operator of the service did.';

create index password_links_person_idx on private.password_links (organization_id, person_id);
create index password_links_created_by_idx on private.password_links (organization_id, created_by);
create index password_links_user_id_idx on private.password_links (user_id);

create table private.person_pictures (
  person_id uuid not null,
  organization_id uuid not null,
  content bytea not null,
  media_type text not null,
  content_hash text not null,
  updated_at timestamptz not null default now(),
  constraint person_pictures_pkey primary key (person_id),
  constraint person_pictures_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete cascade,
  constraint picture_is_small check (octet_length(content) between 1 and 1048576),
  constraint picture_is_an_image check (media_type in ('image/png', 'image/jpeg', 'image/webp'))
);
comment on table private.person_pictures is 'The pictures that people chose for themselves.';
comment on column private.person_pictures.media_type is 'Determined by the first bytes of the content, never by the caller.';
create index person_pictures_person_idx on private.person_pictures (organization_id, person_id);

create table private.account_notice_readings (
  person_id uuid not null,
  organization_id uuid not null,
  read_until timestamptz not null,
  constraint account_notice_readings_pkey primary key (person_id),
  constraint account_notice_readings_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete cascade
);
comment on table private.account_notice_readings is 'The time up to which a person has read the notices about their account.';
create index account_notice_readings_person_idx
  on private.account_notice_readings (organization_id, person_id);

-- Only functions reach these tables.
alter table private.password_links enable row level security;
alter table private.person_pictures enable row level security;
alter table private.account_notice_readings enable row level security;
revoke all on private.password_links, private.person_pictures, private.account_notice_readings
  from public, anon, authenticated, service_role;
