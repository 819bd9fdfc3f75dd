-- Where self-approval is forbidden, the author of any version of a card cannot decide it.
begin;
select plan(9);
select tests.two_agencies();
insert into public.organization_settings (organization_id, forbids_self_approval) values (tests.id('North'), true);
update public.people set role = 'lead' where id = tests.id('member2');
create temporary table card as select tests.propose('member') as id;
grant select on card to public;

select is(tests.answer('lead', format('select public.edit_approval(%L, %L, 1)', id, '{"title": "Nearly all of it", "description": "A long text of the lead"}')),
  'ok', 'a lead writes most of the text') from card;
select is(tests.answer('admin', format('select public.edit_approval(%L, %L, 2)', id, '{"title": "Nearly all of it.", "description": "A long text of the lead"}')),
  'ok', 'an admin adds a full stop') from card;
select is(tests.answer('lead', format('select public.approve_approval(%L, 3)', id)), 'OPDEN self_approval_forbidden', 'an author cannot approve, even after another person''s edit') from card;
select is(tests.answer('lead', format('select public.approve_and_execute_approval(%L, 3)', id)), 'OPDEN self_approval_forbidden', 'an author cannot approve and execute') from card;
select is(tests.answer('lead', format('select public.reject_approval(%L, %L, 3)', id, 'No')), 'OPDEN self_approval_forbidden', 'an author cannot reject') from card;
select is(tests.answer('admin', format('select public.approve_approval(%L, 3)', id)), 'OPDEN self_approval_forbidden', 'the last editor cannot approve') from card;
select is(tests.answer('member2', format('select public.approve_approval(%L, 3)', id)), 'ok', 'a person who wrote no version can approve') from card;
create temporary table other as select tests.propose('member') as id;
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', id)), 'ok', 'a lead can approve a card of another author') from other;
update public.organization_settings set forbids_self_approval = false where organization_id = tests.id('North');
create temporary table own as select tests.propose('lead') as id;
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', id)), 'ok', 'an author can approve where self-approval is allowed') from own;
select * from finish();
rollback;
