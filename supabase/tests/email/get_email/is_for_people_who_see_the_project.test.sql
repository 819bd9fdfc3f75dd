-- People who see the project of an email can read it. Only admins and leads can list emails.
begin;
select plan(28);
select tests.two_agencies();
select tests.mailbox();
select tests.sync('emails', array[
  tests.email('a', 'ada@ports.example', 'Launch', '{"text": "New words\n> old words", "received_at": "2026-03-02T10:00:00Z", "problems": ["text_cut", "hidden_text_removed"]}'),
  tests.email('waiting', 'who@unknown.example', 'Hello', '{"received_at": "2026-03-03T10:00:00Z"}'),
  tests.email('loud', 'who@unknown.example', E'Line\r\nBcc: x', '{"received_at": "2026-03-04T10:00:00Z"}')]);
select set_config('tests.a', tests.email_id('a')::text, true), set_config('tests.w', tests.email_id('waiting')::text, true);
create function tests.opens(persona text, name text)
returns text
language plpgsql
as $$
begin
  perform tests.act_as(persona);
  return public.get_email(current_setting('tests.' || name)::uuid) ->> 'text';
exception when others then
  return sqlstate;
end;
$$;
grant execute on function tests.opens(text, text) to public;
select is(tests.opens('lead', 'a'), E'New words\n> old words', 'a lead reads the whole text, quotes included');
select is(tests.opens('member', 'a'), E'New words\n> old words', 'a member of the project reads the whole text');
select is(tests.opens('member2', 'a'), 'OPNFD', 'a member of another project does not find the email');
select is(tests.opens('client', 'a'), 'OPDEN', 'a client cannot read the email');
select is(tests.opens('outsider', 'a'), 'OPDEN', 'an outsider cannot read the email');
select is(tests.opens('other_admin', 'a'), 'OPNFD', 'an admin of another organization does not find the email');
select is(tests.opens('service', 'a'), '42501', 'the secret key cannot read the email');
select tests.act_as('member');
select is(
  public.get_email(current_setting('tests.a')::uuid) -> 'problems', '["text_cut", "hidden_text_removed"]',
  'the answer names the parts of the email that may be missing');
select tests.act_as('owner');
select throws_ok(
  $$ update private.email_texts set problems = '{lost}' where email_id = tests.email_id('a') $$,
  '22P02', null, 'an unknown problem is refused');
select is(tests.opens('lead', 'w'), 'Text of waiting', 'a lead reads an email without a project');
select is(tests.opens('member', 'w'), 'OPNFD', 'a member does not find an email without a project');

select tests.act_as('owner');
select is_empty($$ select from public.passages $$, 'receiving an email indexes no text');
select tests.act_as('lead');
select is((public.list_inbound_emails() -> 'emails')::text ~ 'New words', false, 'no list contains the text of an email');
select is(jsonb_path_query_array(public.list_inbound_emails(), '$.emails[*].subject')::text, '["Line Bcc: x", "Hello", "Launch"]', 'the newest email comes first, with its subject on one line');
select is(jsonb_path_query_array(public.list_inbound_emails('unassigned'), '$.emails[*].subject')::text, '["Line Bcc: x", "Hello"]', 'the list of unassigned emails has no others');
select is(public.list_inbound_emails() ->> 'counts', '{"all": 3, "rejected": 0, "unassigned": 2}', 'the answer counts the emails of each list');
select is(
  jsonb_path_query_array(public.list_inbound_emails('all', 2, public.list_inbound_emails('all', 2) ->> 'next_cursor'), '$.emails[*].subject')::text,
  '["Launch"]', 'the second page continues after the first');
select public.reject_inbound_email(current_setting('tests.w')::uuid, 'Spam');
select is(jsonb_path_query_array(public.list_inbound_emails('rejected'), '$.emails[*].reject_reason')::text, '["Spam"]', 'the list of rejected emails has no others');
select is(jsonb_array_length(public.list_inbound_emails() -> 'emails'), 2, 'the list of all emails has no rejected ones');
select throws_ok($$ select public.list_inbound_emails('mine') $$, 'OPINV', null, 'an unknown list is refused');
select throws_ok($$ select public.list_inbound_emails('all', 2, 'x') $$, 'OPINV', null, 'an invalid cursor is refused');
select is(tests.opens('lead', 'w'), 'Text of waiting', 'a lead opens a rejected email');
select tests.act_as('member');
select throws_ok($$ select public.list_inbound_emails() $$, 'OPDEN', null, 'a member cannot list emails');
select tests.act_as('client');
select throws_ok($$ select public.list_inbound_emails() $$, 'OPDEN', null, 'a client cannot list emails');
select tests.act_as('other_admin');
select is(public.list_inbound_emails() -> 'emails', '[]', 'another organization lists none of the emails');
select is_empty($$ select from public.inbound_emails $$, 'another organization reads no row of the emails');
select tests.act_as('member');
select is_empty($$ select from public.inbound_emails $$, 'a member reads no row of the emails');
select tests.act_as('service');
select throws_ok($$ select from private.email_texts $$, '42501', null, 'the secret key cannot read the text of emails');

select * from finish();
rollback;
