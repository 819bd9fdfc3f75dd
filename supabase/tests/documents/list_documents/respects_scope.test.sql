-- People list the documents that they see. Viewing as another person lists the documents that both see.
begin;
select plan(24);
select tests.two_agencies();
create temporary table fixtures as select tests.indexed_document(cases.persona, cases.name, cases.project, cases.kind::public.document_kind) as id
from (values ('member', 'plan_1.pdf', 'alpha', 'brief'), ('member2', 'notes.pdf', 'shared', 'brief'), ('member2', 'beta.pdf', 'beta', 'brief'),
  ('lead', 'contract.pdf', 'alpha', 'contract')) as cases (persona, name, project, kind);
select tests.queued_document('member', 'unread.pdf', 'alpha', 'brief');
create function pg_temp.list_text(persona text, arguments text default '') returns text language plpgsql as $$
declare v_listed jsonb;
begin
  perform tests.act_as(persona);
  execute format('select public.list_documents(%s)', arguments) into v_listed;
  perform tests.act_as('owner');
  return coalesce((
    select string_agg(concat(one ->> 'file_name', case when not (one ->> 'can_be_searched')::boolean then '?' end,
      case when (one ->> 'is_restricted')::boolean then '!' end), ' ' order by one ->> 'file_name')
    from jsonb_array_elements(v_listed -> 'documents') as one), '') || ' total ' || (v_listed ->> 'total');
end;
$$;
select is(pg_temp.list_text(persona, arguments), expected, format('%s lists documents (%s): %s', persona, arguments, expected))
from (values
  ('lead', '', 'beta.pdf contract.pdf! notes.pdf plan_1.pdf unread.pdf? total 5'),
  ('member', '', 'notes.pdf plan_1.pdf unread.pdf? total 3'),
  ('member2', '', 'beta.pdf notes.pdf total 2'),
  ('other_admin', '', ' total 0'),
  ('lead', 'as_person_id => tests.id(''admin'')', 'beta.pdf contract.pdf! notes.pdf plan_1.pdf unread.pdf? total 5'),
  ('lead', 'as_person_id => tests.id(''member'')', 'notes.pdf plan_1.pdf unread.pdf? total 3'),
  ('lead', 'tests.id(''alpha''), as_person_id => tests.id(''member'')', 'plan_1.pdf unread.pdf? total 2'),
  ('lead', 'as_person_id => tests.id(''client'')', ' total 0'),
  ('member', 'as_person_id => tests.id(''admin'')', 'notes.pdf plan_1.pdf unread.pdf? total 3'),
  ('member', 'tests.id(''shared'')', 'notes.pdf total 1'),
  ('member', 'title_contains => ''PLAN''', 'plan_1.pdf total 1'),
  ('member', 'title_contains => ''contract''', ' total 0'),
  ('member', 'title_contains => ''%''', ' total 0')
) as cases (persona, arguments, expected);
select tests.act_as('member');
select is(jsonb_array_length(page -> 'documents') || ' ' || (page ->> 'left_out'), '1 2', 'the answer counts the documents beyond the limit')
from public.list_documents(result_limit => 1) as page;
select tests.act_as('owner');
update public.sources set archived_at = now() where id = (select id from fixtures limit 1);
select is(pg_temp.list_text('member'), 'notes.pdf unread.pdf? total 2', 'an archived document is not listed');

select is(tests.answer(persona, format('select public.list_documents(%s)', arguments)), refused, format('%s who lists documents (%s) gets %s', persona, arguments, refused))
from (values
  ('member', 'tests.id(''beta'')', 'OPNFD project_not_found'), ('lead', 'tests.id(''delta'')', 'OPNFD project_not_found'),
  ('lead', 'as_person_id => tests.id(''other_admin'')', 'OPNFD person_not_found'),
  ('member', 'title_contains => repeat(''x'', 201)', 'OPINV invalid_query'),
  ('member', 'result_limit => 101', 'OPINV limit_out_of_range'),
  ('client', '', 'OPDEN role_not_allowed'), ('outsider', '', 'OPDEN no_membership'), ('anonymous', '', '42501'),
  ('service', '', '42501')) as cases (persona, arguments, refused);

select * from finish();
rollback;
