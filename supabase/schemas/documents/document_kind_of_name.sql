-- The restricted kind that the name of a file suggests: contract or statement of work, in the languages of our users;
-- null for every other name. When in doubt, a document is restricted; a lead can lift the restriction.
create or replace function private.document_kind_of_name(name text)
returns public.document_kind
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return case
    when name ~* '(^|[^a-z])(sow|statements?[ _-]of[ _-]work|leistungsbeschreibung)($|[^a-z])' then 'sow'
    when name ~* '(contract|agreement|vertrag|vertr(ä|ae)ge|contrat|contrato|contratto|umowa|(^|[^a-z])(nda|msa|dpa)($|[^a-z]))'
      then 'contract'
  end::public.document_kind;
end;
$$;
