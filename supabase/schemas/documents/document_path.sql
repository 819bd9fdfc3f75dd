-- The path of an upload's file in the bucket documents. Each upload has its own path, so nothing can overwrite it.
-- The name only helps people who look into the bucket; Storage allows few characters in it.
create or replace function private.document_path(
  organization_id uuid, document_id uuid, version integer, file_name text
)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select format('%s/%s/%s/%s', document_path.organization_id, document_path.document_id, document_path.version,
    coalesce(nullif(right(btrim(regexp_replace(
      document_path.file_name, '([^A-Za-z0-9_.-]|\.(?=\.))+', '-', 'g'), '.-'), 100), ''), 'file'))
$$;

comment on function private.document_path(uuid, uuid, integer, text) is
  '<organization>/<document>/<version>/<name, in letters, digits, dots and dashes>.';
