-- Files of connected vendors, and the version whose bytes were fetched. The document of a file has the same id.
create table private.synced_files (
  id uuid primary key,
  organization_id uuid not null references public.organizations (id) on delete restrict,
  stream_id uuid not null,
  external_id text not null,
  project_id uuid not null,
  name text not null,
  media_type text not null,
  size_bytes bigint,
  content_version text not null,
  fetched_version text,
  is_restricted boolean not null,
  url text,
  record jsonb not null,
  removed_at timestamptz,
  constraint synced_files_external_id_key unique (organization_id, stream_id, external_id),
  constraint synced_files_stream_fkey foreign key (organization_id, stream_id)
    references public.sync_streams (organization_id, id) on delete restrict,
  constraint synced_files_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 255)
);
comment on table private.synced_files is 'Files that syncs read, each with the version of its content that was fetched.';
comment on column private.synced_files.is_restricted is 'Its name, folder or sharing indicates that not every member may read it.';
comment on column private.synced_files.record is 'The record as the vendor listed it, for a dead letter about its bytes.';
create index synced_files_project_idx on private.synced_files (organization_id, project_id);

-- Only functions access the table.
alter table private.synced_files enable row level security;
revoke all on private.synced_files from public, anon, authenticated, service_role;
