begin;
select plan(14);
select tests.two_agencies();
select is(tests.answer(persona, 'select public.get_account()'), code, persona || ' has no account')
from (values ('outsider', 'OPDEN no_membership'), ('anonymous', '42501'), ('service', '42501')) as cases (persona, code);
select tests.act_as('client');
select is(public.get_account() #>> '{account,email}', 'client@tests.test', 'a client contact has an account');

select tests.act_as('admin');
select public.create_password_link(tests.id('member'));
select tests.act_as('member2');
select is(public.get_account() #> '{account,notices}', '[]', 'a person does not read the notices of another person');
select tests.act_as('member');
select is((public.get_account() #> '{account,notices,0}') - array['id', 'at'],
  '{"kind": "password_link_created", "by_name": "admin", "is_read": false}', 'the notice of a password link names the person who created it');
select is(tests.answer('member', 'select public.read_account_notices(null)'), 'OPINV malformed_fields',
  'marking notices as read without a time is refused');
select is(tests.answer('service', 'select public.read_account_notices(now())'), '42501', 'the secret key cannot mark notices as read');
select is(tests.answer('member', $$ select public.read_account_notices(now() - interval '1 day') $$), 'ok', 'marking notices as read up to an earlier time succeeds');
select tests.act_as('member');
select is(public.get_viewer() ->> 'unread_account_notices', '1', 'marking notices as read up to an earlier time leaves later ones unread');
select is(public.read_account_notices(now() + interval '1 year') #>> '{account,notices,0,is_read}', 'true',
  'a read notice is still listed');
select is(public.get_viewer() ->> 'unread_account_notices', '0', 'a read notice no longer counts as unread');
select tests.act_as('owner');
select private.new_password_link(people, null) from public.people where people.id = tests.id('member2');
select tests.act_as('member2');
select is(public.get_account() #> '{account,notices}', '[]', 'the first link of an account makes no notice');
select tests.act_as('owner');
select ok((select read_until <= now() from private.account_notice_readings), 'marking notices as read up to a future time stores the current time');
select * from finish();
rollback;
