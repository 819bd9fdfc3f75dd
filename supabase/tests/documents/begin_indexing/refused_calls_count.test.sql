-- All refused calls count towards the limit of their caller, and other callers are not affected.
begin;
select plan(9);
select tests.two_agencies();
create temporary table fixtures as
  select tests.queued_document('member', 'brief.pdf') as brief,
         tests.queued_document('lead', 'contract.pdf', 'alpha', 'contract') as contract,
         (tests.upload('member', 'absent.pdf') ->> 'document_id')::uuid as absent;
grant select on fixtures to public;
delete from private.rate_limits where person_id is not null;

create function pg_temp.hints(persona text, document uuid, calls integer) returns text language plpgsql as $$
declare
  v_hint text;
  v_hints text := '';
begin
  perform tests.act_as(persona);
  for v_call in 1 .. calls loop
    begin
      v_hint := coalesce(public.begin_indexing(document) #>> '{refusal,hint}', 'begun');
    exception when sqlstate 'OPLIM' then v_hint := 'rate_limited';
    end;
    v_hints := v_hints || v_hint || ' ';
  end loop;
  perform tests.act_as('owner');
  return btrim(v_hints);
end;
$$;

select is(pg_temp.hints('member', tests.id('nothing'), 4), btrim(repeat('document_not_found ', 4)), 'four calls for an unknown document are refused');
select is(pg_temp.hints('member', contract, 4), btrim(repeat('document_not_found ', 4)), 'four calls for a document out of scope are refused')
from fixtures;
select is(pg_temp.hints('member', absent, 4), btrim(repeat('not_uploaded ', 4)), 'four calls for a missing file are refused')
from fixtures;
select is(pg_temp.hints('member', brief, 2), 'rate_limited rate_limited', 'the thirteenth call is refused even for a valid document')
from fixtures;
select is((select cardinality(admitted_at) from private.rate_limits where person_id = tests.id('member')), 12,
  'refused calls count towards the limit');
select is(pg_temp.hints('lead', brief, 2), 'begun begun', 'the limit of one person does not refuse the calls of another') from fixtures;
select is(pg_temp.hints('member2', contract, 1), 'document_not_found', 'the limit of one person does not change how a call of another is refused') from fixtures;

update private.rate_limits set admitted_at = array(
  select admitted.at - interval '61 seconds' from unnest(admitted_at) as admitted (at))
where person_id = tests.id('member');
select is(pg_temp.hints('member', brief, 1), 'begun', 'calls are accepted again after a minute') from fixtures;
select is((select count(*)::int from public.document_versions where status = 'queued'), 2,
  'only documents in scope are queued');

select * from finish();
rollback;
