-- The type is here because a constraint of the table needs the function.
create type public.document_kind as enum (
  'contract', 'sow', 'brief', 'deliverable', 'report', 'transcript', 'other');
comment on type public.document_kind is 'The kind of a document; contracts and statements of work are restricted.';

-- Documents of these kinds are open to admins and leads only.
create or replace function private.is_restricted_kind(kind public.document_kind)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select kind in ('contract', 'sow') $$;

comment on function private.is_restricted_kind(public.document_kind) is
  'Whether documents of this kind are restricted; null for null.';
