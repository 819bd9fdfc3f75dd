-- People who see a document can rename it. Only admins and leads can change its kind, which decides who sees its rows.
begin;
select plan(28);
select tests.two_agencies();
create temporary table fixtures as select tests.indexed_document('member', 'brief.pdf') as id;
grant select on fixtures to public;

create function pg_temp.update_as(persona text, changes jsonb) returns text language plpgsql as $$
declare v_answer text; v_state text; v_hint text;
begin
  perform tests.act_as(persona);
  begin
    v_answer := public.update_document((select id from fixtures), changes) ->> 'title';
  exception when others then
    get stacked diagnostics v_state = returned_sqlstate, v_hint = pg_exception_hint;
    v_answer := v_state || ' ' || v_hint;
  end;
  perform tests.act_as('owner');
  return v_answer;
end;
$$;
-- The number of the document's rows that the persona sees: source, document, uploads, passages, files.
create function pg_temp.visible_rows(persona text) returns text language plpgsql as $$
declare v_answer text;
begin
  perform tests.act_as(persona);
  select concat_ws(' ',
    (select count(*) from public.sources where id = fixtures.id), (select count(*) from public.documents where id = fixtures.id),
    (select count(*) from public.document_versions where document_id = fixtures.id),
    (select count(*) from public.passages where source_id = fixtures.id),
    '') into v_answer
  from fixtures;
  perform tests.act_as('owner');
  return v_answer || (tests.open_document(persona, (select id from fixtures)) ~ '^[0-9a-f]{64}$')::integer;
end;
$$;
create temporary table before as select to_jsonb(s) as source, to_jsonb(d) as document
from public.sources as s join public.documents as d using (id) where id = (select id from fixtures);

select is(pg_temp.update_as(persona, changes), expected, format('%s who changes %s gets %s', persona, changes, expected))
from (values
  ('client', '{"title": "Forged"}'::jsonb, 'OPDEN role_not_allowed'), ('outsider', '{"title": "Forged"}', 'OPDEN no_membership'),
  ('anonymous', '{"title": "Forged"}', '42501 '), ('service', '{"title": "Forged"}', '42501 '),
  ('member2', '{"title": "Forged"}', 'OPNFD document_not_found'), ('other_admin', '{"title": "Forged"}', 'OPNFD document_not_found'),
  ('member', '{"kind": "report"}', 'OPDEN kind_needs_lead'), ('member', '{"title": "Forged", "kind": "other"}', 'OPDEN kind_needs_lead'),
  ('lead', '{}', 'OPINV no_changes'), ('lead', '{"project_id": null}', 'OPINV unknown_fields'),
  ('lead', '{"is_restricted": false}', 'OPINV unknown_fields'), ('lead', '{"kind": "secret"}', 'OPINV invalid_document'),
  ('lead', '{"kind": null}', 'OPINV invalid_document'), ('lead', '{"title": " "}', 'OPINV invalid_document'),
  ('lead', '{"title": null}', 'OPINV invalid_document')
) as cases (persona, changes, expected);
select is((select to_jsonb(s) || jsonb_build_object('document', to_jsonb(d)) from public.sources as s join public.documents as d using (id)
           where id = (select id from fixtures)),
  (select source || jsonb_build_object('document', document) from before), 'the refusals change nothing');

select is(pg_temp.update_as('member', '{"title": " New name "}'), 'New name', 'a member renames a document they see');
select is(pg_temp.visible_rows('member'), '1 1 1 3 1', 'a member sees the rows, text and file of the renamed document');
update public.document_versions set flags = '{hidden_text_removed}', facts = '{"not_found": ["no_dates", "no_scope"]}';
select pg_temp.update_as('lead', '{"kind": "contract"}');
select is((select flags from public.document_versions), '{hidden_text_removed,no_dates,no_scope}', 'a contract lists its missing parts, although it was processed as another kind');
select is((select (kind, is_restricted, scope_id)::text from public.documents), ('contract'::public.document_kind, true, tests.id('North'))::text,
  'a lead makes the document a contract');
select is(pg_temp.visible_rows('member'), '0 0 0 0 0', 'a member sees no rows, text or file of a contract');
select is(pg_temp.visible_rows('lead'), '1 1 1 3 1', 'a lead still sees the contract');
select is(pg_temp.update_as('member', '{"title": "Forged"}'), 'OPNFD document_not_found', 'a member can no longer rename a document that became a contract');
select pg_temp.update_as('lead', '{"kind": "sow"}');
select is((select flags from public.document_versions), '{hidden_text_removed,no_dates,no_scope}', 'a statement of work lists its missing parts once');
select pg_temp.update_as('lead', '{"kind": "contract"}');
select pg_temp.update_as('admin', '{"kind": "report", "title": "Report"}');
select is((select flags from public.document_versions), '{hidden_text_removed}', 'a report has no flags for the parts of a contract');
select is(pg_temp.visible_rows('member'), '1 1 1 3 1', 'a report is visible to the project again');
select is(
  (select array_agg(is_restricted || ' ' || coalesce(before ->> 'kind', '') || ' ' || coalesce(after ->> 'kind', '')
     order by is_restricted, before ->> 'kind' desc)
   from public.audit_events where action = 'document.updated'),
  '{"false other other","true sow contract","true other contract","true contract sow","true contract report"}',
  'the audit log contains the old and new kinds, restricted if either kind is');
select is((pg_temp.update_as('lead', '{"kind": "report"}'), (select count(*)::int from public.audit_events where action = 'document.updated'))::text,
  '(Report,5)', 'an update without changes records no event');

select * from finish();
rollback;
