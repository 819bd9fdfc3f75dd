-- Lists the cards in one status or in several, newest first, and only those that the caller may see.
begin;
select plan(8);
select tests.two_agencies();
create temporary table card as
select name, tests.propose('member', 'task_create', jsonb_build_object('title', name), 'alpha') as id
from unnest(array['pending', 'rejected', 'approved']) as name;
grant select on card to public;
alter table public.approvals disable trigger tg_approvals__guard_states;
update public.approvals set created_at = '2026-01-01'::timestamptz + length(name) * interval '1 second'
from card where card.id = approvals.id;
alter table public.approvals enable always trigger tg_approvals__guard_states;
select tests.act_as('lead');
select public.reject_approval(id, 'No', 1) from card where name = 'rejected';
select public.approve_approval(id, 1) from card where name = 'approved';
select tests.act_as('owner');

create function pg_temp.titles(persona text, statuses public.approval_status[], size integer default 50) returns text
language plpgsql as $$
declare
  v_answer jsonb;
begin
  perform tests.act_as(persona);
  v_answer := public.list_approvals(statuses, page_size => size);
  perform tests.act_as('owner');
  return (select coalesce(string_agg(approval #>> '{payload,title}', ' ' order by number), '')
          from jsonb_array_elements(v_answer -> 'approvals') with ordinality as approvals (approval, number));
end;
$$;

select is(pg_temp.titles('lead', '{rejected}'), 'rejected', 'a filter lists the cards in one status');
select is(pg_temp.titles('lead', '{pending,rejected}'), 'rejected pending', 'a filter lists the cards in several statuses, newest first');
select is(pg_temp.titles('lead', '{rejected,pending,unknown}', 1), 'rejected', 'the first page has the newest cards of several statuses');
select is(pg_temp.titles('lead', '{}'), '', 'an empty list of statuses matches no card');
select set_eq($$select unnest(string_to_array(pg_temp.titles('lead', null), ' '))$$, 'select name from card', 'null lists the cards of all statuses');
select is(pg_temp.titles('member', '{rejected}'), 'rejected', 'a member sees the cards of their projects');
select is(pg_temp.titles(persona, '{pending,rejected,approved}'), '', persona || ' sees no cards') from unnest(array['member2', 'other_admin']) as persona;

select * from finish();
rollback;
