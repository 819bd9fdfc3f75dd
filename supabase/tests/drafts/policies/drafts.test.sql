-- Viewers of a project see its packs, drafts and statements; profiles are for admins and leads. No role writes directly.
begin;
select plan(70);
select tests.two_agencies();
select tests.cards();
insert into public.evidence_packs (id, organization_id, project_id, from_on, to_on, items, is_restricted, created_by)
select tests.id(title || ' pack'), organization_id, project_id, '2026-03-02', '2026-03-08', '[]', is_restricted,
  tests.id(case organization_id when tests.id('North') then 'lead' else 'other_admin' end)
from public.sources where project_id is not null and organization_id in (tests.id('North'), tests.id('South'));
insert into public.drafts (approval_id, organization_id, pack_id, item_numbers, export, scope_id)
select approvals.id, approvals.organization_id, tests.id(sources.title || ' pack'), '{}', '{}', approvals.scope_id
from public.sources join public.approvals on approvals.id = tests.id(sources.title || ' card') where sources.project_id is not null;
insert into public.author_statements (organization_id, approval_id, sentence, stated_by, scope_id)
select approvals.organization_id, approvals.id, 'All is well.', approvals.proposed_by, approvals.scope_id
from public.drafts join public.approvals on approvals.id = drafts.approval_id;

select tests.sees(persona, 'select id from public.evidence_packs', array(select name || ' pack' from unnest(expected) as name))
from (values
  ('admin', '{alpha note,alpha contract,beta note,shared note}'::text[]), ('lead', '{alpha note,alpha contract,beta note,shared note}'),
  ('member', '{alpha note,shared note}'), ('member2', '{beta note,shared note}'), ('client', '{}'), ('outsider', '{}'), ('other_admin', '{delta note}')
) as cases (persona, expected);
select tests.sees(persona, format('select approval_id from public.%I', of_table), array(select name || ' card' from unnest(expected) as name))
from unnest('{drafts,author_statements}'::text[]) as of_table, (values
  ('admin', '{alpha note,alpha contract,beta note,shared note}'::text[]), ('member', '{alpha note,shared note}'),
  ('member2', '{beta note,shared note}'), ('client', '{}'), ('outsider', '{}'), ('other_admin', '{delta note}')
) as cases (persona, expected);
select tests.act_as('owner');
create function pg_temp.profiles(persona text) returns int language plpgsql as $$
declare
  v_count int;
begin
  perform tests.act_as(persona);
  select count(*) into v_count from public.authoring_profiles;
  perform tests.act_as('owner');
  return v_count;
end;
$$;
select is(pg_temp.profiles(persona), expected, format('%s sees %s authoring profiles', persona, expected))
from (values ('lead', 3), ('member', 0), ('client', 0), ('outsider', 0), ('other_admin', 3)) as cases (persona, expected);
select tests.refuses_writes('public.authoring_profiles');
select tests.refuses_writes('public.evidence_packs');
select tests.refuses_writes('public.drafts');
select tests.refuses_writes('public.author_statements');
-- A pack that lists a card contains the title of that card, and so can a draft from that pack.
select tests.act_as('owner');
insert into public.evidence_packs (id, organization_id, project_id, from_on, to_on, items, created_by) values
  (tests.id('listing pack'), tests.id('North'), tests.id('alpha'), '2026-03-02', '2026-03-08',
    jsonb_build_array(jsonb_build_object('kind', 'row', 'row_id', tests.id('alpha note card'))), tests.id('lead')),
  (tests.id('other pack'), tests.id('North'), tests.id('alpha'), '2026-03-02', '2026-03-08', '[]', tests.id('lead'));
create temporary table drafted as select tests.propose('lead') as id;
insert into public.drafts (approval_id, organization_id, pack_id, item_numbers, export, scope_id)
select drafted.id, tests.id('North'), tests.id('listing pack'), '{}', '{}', tests.id('alpha') from drafted;
update public.approvals set is_restricted = true where id = tests.id('alpha note card');
select results_eq($$ select is_restricted from public.evidence_packs where id = any (tests.ids('{listing pack,other pack}')) order by items = '[]' $$,
  '{true,false}'::boolean[], 'a pack that lists a restricted card is restricted');
select is(is_restricted, true, 'a card from a restricted pack is restricted') from public.approvals where id = (select id from drafted);

select * from finish();
rollback;
