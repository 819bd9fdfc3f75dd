begin;
select plan(14);
select tests.two_agencies();
select is(tests.answer(persona, 'select public.get_account()'), code, persona || ' is refused')
from (values ('outsider', 'OPDEN no_membership'), ('anonymous', '42501'), ('service', '42501')) as refused (persona, code);
select tests.act_as('client');
select is(public.get_account() #>> '{account,email}', 'client@tests.test', 'a client contact has an account too');

select tests.act_as('admin');
select public.create_password_link(tests.id('member'));
select tests.act_as('member2');
select is(public.get_account() #> '{account,notices}', '[]', 'only the person reads their notices');
select tests.act_as('member');
select is((public.get_account() #> '{account,notices,0}') - array['id', 'at'],
  '{"kind": "password_link_created", "by_name": "admin", "is_read": false}', 'the notice names the person who made the link');
select is(tests.answer('member', 'select public.read_account_notices(null)'), 'OPINV malformed_fields',
  'marking as read needs the latest notice');
select is(tests.answer('service', 'select public.read_account_notices(now())'), '42501', 'the secret key reads no account');
select is(tests.answer('member', $$ select public.read_account_notices(now() - interval '1 day') $$), 'ok', 'marking with an earlier time succeeds');
select tests.act_as('member');
select is(public.get_viewer() ->> 'unread_account_notices', '1', 'an earlier time leaves later notices unread');
select is(public.read_account_notices(now() + interval '1 year') #>> '{account,notices,0,is_read}', 'true',
  'a notice stays in the list after it was read');
select is(public.get_viewer() ->> 'unread_account_notices', '0', 'a read notice is no longer announced');
select tests.act_as('owner');
select private.new_password_link(people, null) from public.people where people.id = tests.id('member2');
select tests.act_as('member2');
select is(public.get_account() #> '{account,notices}', '[]', 'the first link of an account makes no notice');
select tests.act_as('owner');
select ok((select read_until <= now() from private.account_notice_readings), 'a time in the future is not stored');
select * from finish();
rollback;
