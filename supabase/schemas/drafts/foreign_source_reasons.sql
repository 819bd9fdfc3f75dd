-- Why a text for clients may not cite some of its sources: [{ code, message, citation }]. It may cite meetings, emails and
-- notes of its own project, and the documents that the inventory lists for projects of its client: a contract or a brief
-- often belongs to an earlier project of the client. A source that is archived or not published has another reason.
create or replace function private.foreign_source_reasons(approval public.approvals, evidence jsonb)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_client_id constant uuid := private.client_of_project(approval.organization_id, approval.project_id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'code', 'source_not_citable',
      'message', format(problem.message, citation ->> 'number', private.quoted_text(citation ->> 'title')),
      'citation', citation -> 'number') order by (citation ->> 'number')::integer), '[]')
    from jsonb_array_elements(evidence) as citation
    left join public.documents
      on documents.organization_id = approval.organization_id and documents.id = (citation ->> 'source_id')::uuid
    cross join lateral (
      select case
        when citation ->> 'source_kind' in ('meeting', 'email', 'note') then
          case when citation ->> 'project_id' is distinct from approval.project_id::text then
            'Citation %s names %s, which is from another project. Propose a new card with a source of this project' end
        when citation ->> 'source_kind' is distinct from 'document' then null
        when citation ->> 'project_id' is not null
          and private.client_of_project(approval.organization_id, (citation ->> 'project_id')::uuid) is distinct from v_client_id
        then
          'Citation %s names %s, which is a document of another client. Propose a new card with a document of this client'
        when citation ->> 'state' <> 'missing'
          and (citation ->> 'project_id' is null or documents.id is not null and documents.indexed_version is null)
        then
          'Citation %s names %s, which the document inventory doesn''t list. Process the document again, or propose a new card with another source'
        end as message
    ) as problem
    where citation ->> 'role' = 'evidence' and problem.message is not null);
end;
$$;
comment on function private.foreign_source_reasons(public.approvals, jsonb) is
  'Returns [{ code, message, citation }]: the sources that a text for clients may not cite.';
