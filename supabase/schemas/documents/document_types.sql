-- The types of file that can be processed, as browsers name them. For an unknown type a browser sends
-- application/octet-stream (or, for CSV where Excel is installed, Excel's type), and the file extension decides.
-- The bucket accepts the same types; a test compares them.
create or replace function private.document_types()
returns table (content_type text, endings text[])
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  values
    ('application/pdf', null::text[]),
    ('application/vnd.openxmlformats-officedocument.wordprocessingml.document', null),
    ('application/vnd.openxmlformats-officedocument.presentationml.presentation', null),
    ('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', null),
    ('text/csv', null),
    ('text/markdown', null),
    ('text/html', null),
    ('text/plain', null),
    ('message/rfc822', null),
    ('text/vtt', null),
    ('application/x-subrip', null),
    ('text/calendar', null),
    ('application/vnd.ms-excel', array['csv']),
    ('application/octet-stream', array['md', 'markdown', 'csv', 'eml', 'vtt', 'srt', 'ics'])
$$;

-- Whether a file of this type and name can be processed.
create or replace function private.is_document_type(content_type text, file_name text)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return coalesce(
    private.document_type_endings() -> is_document_type.content_type = 'null'
      or private.document_type_endings() -> is_document_type.content_type
        ? lower(substring(is_document_type.file_name from '\.([^.]+)$')), false);
end;
$$;

-- All types as one constant, which a session computes once.
create or replace function private.document_type_endings()
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_object_agg(types.content_type, types.endings) from private.document_types() as types
$$;

comment on function private.document_types() is
  'Content types that can be processed. endings: the file extensions that the type is limited to; null if any extension is allowed.';
