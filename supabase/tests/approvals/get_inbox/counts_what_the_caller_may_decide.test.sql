-- The number in the badge is the number of listed cards that the caller may decide.
begin;
select plan(19);
select tests.two_agencies();
create temporary table card as select name, tests.propose(persona, kind::public.approval_kind, payload::jsonb, project) as id
from (values
  ('task of the member', 'member', 'task_create', '{"title": "One"}', 'alpha'),
  ('task of the lead', 'lead', 'task_create', '{"title": "Two"}', 'alpha'),
  ('task of the admin', 'admin', 'task_create', '{"title": "Three"}', 'beta'),
  ('draft of the lead', 'lead', 'sow_draft', '{"title": "Terms", "sections": [{"heading": "Scope", "body": "All of it."}]}', 'alpha'),
  ('rule of the lead', 'lead', 'prompt_update', '{"rule": "Be brief."}', null),
  ('rejected', 'lead', 'task_create', '{"title": "Never"}', 'alpha')
) as cases (name, persona, kind, payload, project);
grant select on card to public;
select tests.answer('admin', format('select public.reject_approval(%L, ''No'')', id)) from card where name = 'rejected';

-- The count of decidable cards, and the number of listed cards without a refusal. If the filter lists other cards, the
-- answer contains them too.
create function pg_temp.counts(persona text) returns text language plpgsql as $$
declare
  v_inbox jsonb;
  v_filtered jsonb;
begin
  perform tests.act_as(persona);
  v_inbox := public.get_inbox();
  v_filtered := public.get_inbox(decidable => true) -> 'cards';
  perform tests.act_as('owner');
  return format('%s of %s, listed %s', v_inbox #>> '{counts,decidable}', v_inbox #>> '{counts,pending}',
    (select count(*) from jsonb_array_elements(v_inbox -> 'cards') as card where card -> 'refusal' = 'null'))
    || case when v_filtered is distinct from (
      select coalesce(jsonb_agg(card order by number), '[]')
      from jsonb_array_elements(v_inbox -> 'cards') with ordinality as cards (card, number)
      where card -> 'refusal' = 'null')
    then format(', filtered %s', v_filtered) else '' end;
end;
$$;

select is(pg_temp.counts(persona), expected, what)
from (values
  ('admin', '5 of 5, listed 5', 'an admin who owns the prompt can decide every card'),
  ('lead', '4 of 5, listed 4', 'a lead who does not own the prompt can decide all cards except prompt cards'),
  ('member', '0 of 2, listed 0', 'a member sees cards and can decide none'),
  ('member2', '0 of 1, listed 0', 'another member sees a card and can decide none'),
  ('other_admin', '0 of 0, listed 0', 'another organization counts no cards')
) as cases (persona, expected, what);

insert into public.organization_settings (organization_id, forbids_self_approval) values (tests.id('North'), true);
select is(pg_temp.counts(persona), expected, what)
from (values
  ('admin', '4 of 5, listed 4', 'an admin cannot decide their own card where self-approval is forbidden'),
  ('lead', '2 of 5, listed 2', 'a lead cannot decide their own cards where self-approval is forbidden'),
  ('member', '0 of 2, listed 0', 'a member has no cards to decide')
) as cases (persona, expected, what);
select is(tests.answer('admin', format('select public.edit_approval(%L, ''{"title": "Uno"}'', 1)', id)), 'ok', 'an admin edits a card')
from card where name = 'task of the member';
select is(pg_temp.counts('admin'), '3 of 5, listed 3', 'an admin cannot decide a card they edited');
select is(pg_temp.counts('lead'), '2 of 5, listed 2', 'a lead can decide a card that an admin edited');

update public.organization_settings set forbids_self_approval = false where organization_id = tests.id('North');
update public.people set is_prompt_owner = (id = tests.id('lead')) where id in (tests.id('lead'), tests.id('admin'));
select is(pg_temp.counts('lead'), '5 of 5, listed 5', 'a lead who now owns the prompt can decide every card');
select is(pg_temp.counts('admin'), '4 of 5, listed 4', 'an admin who no longer owns the prompt cannot decide its card');
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', id)), 'ok', 'the lead approves a card')
from card where name = 'task of the admin';
select is(pg_temp.counts('lead'), '4 of 4, listed 4', 'an approved card is no longer counted');

select is(pg_temp.counts('admin'), (select format('%s of 4, listed %1$s', count(*)) from public.approvals
  where organization_id = tests.id('North') and status = 'pending' and private.decider_refusal(approvals, tests.id('admin')) is null),
  'the count equals the number of cards that private.decider_refusal permits');
select is(tests.answer(persona, 'select public.get_inbox()'), expected, persona || ' has no inbox')
from (values ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership')) as cases (persona, expected);

select * from finish();
rollback;
