-- Files that clients attach to their requests. A row begins with an upload and belongs to the contact who began it; its
-- request makes it visible to the client's contacts and the leads, and the executed card makes it a document with the
-- same id. Until then it is not in anyone's scope, and can be neither found nor cited.
create table private.request_files (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  client_id uuid not null,
  project_id uuid not null,
  uploaded_by uuid not null,
  path text not null,
  file_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  created_at timestamptz not null default clock_timestamp(),
  request_id uuid,
  object_tag text,
  document_id uuid,
  removed_at timestamptz,
  constraint request_files_organization_id_id_key unique (organization_id, id),
  constraint request_files_path_key unique (path),
  constraint request_files_client_fkey foreign key (organization_id, client_id)
    references public.clients (organization_id, id) on delete restrict,
  constraint request_files_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint request_files_uploaded_by_fkey foreign key (organization_id, uploaded_by)
    references public.people (organization_id, id) on delete restrict,
  constraint request_files_request_fkey foreign key (organization_id, request_id, client_id, project_id)
    references private.client_requests (organization_id, id, client_id, project_id) on delete restrict,
  constraint request_files_document_fkey foreign key (organization_id, document_id)
    references public.documents (organization_id, id) on delete restrict,
  constraint file_name_is_present check (btrim(file_name) <> '' and char_length(file_name) <= 255),
  constraint content_type_is_present check (btrim(content_type) <> '' and char_length(content_type) <= 200),
  constraint size_fits_bucket check (size_bytes >= 1 and size_bytes <= 26214400),
  constraint sha256_is_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint sent_file_has_tag check ((request_id is null) = (object_tag is null)),
  constraint only_sent_file_is_document check (document_id is null or (document_id = id and request_id is not null)),
  constraint sent_file_is_not_removed check (removed_at is null or request_id is null)
);
comment on table private.request_files is 'Files of clients'' requests, from the beginning of their upload.';
comment on column private.request_files.path is 'The file''s object in the bucket documents, which stays the same when the file becomes a document.';
comment on column private.request_files.sha256 is 'The client announces it with the upload. Only bytes with this hash are served.';
comment on column private.request_files.object_tag is 'Entity tag of the object when the request was sent; it changes when the object is overwritten.';
comment on column private.request_files.document_id is 'The document that the file became when the card of the request was executed.';
comment on column private.request_files.removed_at is 'When the file was deleted because no request was sent with it.';

create index request_files_client_idx on private.request_files (organization_id, client_id, created_at desc);
create index request_files_project_idx on private.request_files (organization_id, project_id);
create index request_files_uploaded_by_idx on private.request_files (organization_id, uploaded_by);
create index request_files_request_idx on private.request_files (organization_id, request_id, client_id, project_id);
create index request_files_document_idx on private.request_files (organization_id, document_id);
create index request_files_awaited_idx on private.request_files (uploaded_by, created_at)
  where request_id is null and removed_at is null;

alter table private.download_tickets
  add constraint download_tickets_request_file_fkey foreign key (organization_id, request_file_id)
    references private.request_files (organization_id, id) on delete cascade;

-- The rules of these files, which apply to every writer, the owner included: each is sent once, with the request of
-- its uploader, and becomes a document when the card of that request is executed. The file itself never changes.
create or replace function private.tg_request_files__guard_states()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_changeable_columns constant text[] := '{request_id,object_tag,document_id,removed_at}';
  v_is_legal boolean;
begin
  if tg_op = 'INSERT' then
    v_is_legal := num_nonnulls(new.request_id, new.document_id, new.removed_at) = 0;
  else
    v_is_legal := to_jsonb(new) - v_changeable_columns = to_jsonb(old) - v_changeable_columns
      and (old.request_id is null
        or (new.request_id, new.object_tag) is not distinct from (old.request_id, old.object_tag))
      and (new.request_id is not distinct from old.request_id or exists (
        select from private.client_requests
        where client_requests.id = new.request_id and client_requests.asked_by = new.uploaded_by))
      and (old.removed_at is null or new.removed_at is not distinct from old.removed_at)
      and (new.document_id is not distinct from old.document_id or old.document_id is null and exists (
        select from private.client_requests
        join public.approvals
          on approvals.organization_id = client_requests.organization_id and approvals.id = client_requests.approval_id
        where client_requests.id = new.request_id and approvals.status = 'executed'));
  end if;
  if not v_is_legal then
    raise exception using
      errcode = 'OPSTA', message = 'The file of a request cannot be changed', hint = 'illegal_transition';
  end if;
  return new;
end;
$$;
comment on function private.tg_request_files__guard_states() is
  'Guards the states of request files. Raises OPSTA (illegal_transition).';

create trigger tg_request_files__guard_states before insert or update on private.request_files
  for each row execute function private.tg_request_files__guard_states();
create trigger tg_request_files__refuse_delete before delete on private.request_files
  for each row execute function private.tg_refuse_change();
create trigger tg_request_files__refuse_truncate before truncate on private.request_files
  for each statement execute function private.tg_refuse_change();
alter table private.request_files enable always trigger tg_request_files__guard_states;
alter table private.request_files enable always trigger tg_request_files__refuse_delete;
alter table private.request_files enable always trigger tg_request_files__refuse_truncate;
