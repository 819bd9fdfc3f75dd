-- Opening an email returns everyone in its thread, so that the recipients of a draft can be compared with them.
begin;
select plan(5);
select tests.two_agencies();
select tests.mailbox();
select tests.sync('emails', array[
  tests.email('a', 'ada@ports.example', 'Launch', '{"cc": [{"name": "Dee", "address": "Dee@ports.example"}], "received_at": "2026-03-02T10:00:00Z"}'),
  tests.email('b', 'ada@ports.example', 'Re: Launch', '{"in_reply_to": "<a@mail.example>", "received_at": "2026-03-03T10:00:00Z"}'),
  tests.email('hijack', 'eve@elsewhere.example', 'Re: Launch', '{"in_reply_to": "<a@mail.example>", "received_at": "2026-03-03T11:00:00Z"}'),
  tests.email('forged', 'cy@ports.example', 'Re: Launch', jsonb_build_object(
    'in_reply_to', '<a@mail.example>', 'received_at', '2026-03-03T12:00:00Z',
    'headers', jsonb_build_array(tests.authentication_results('dmarc=fail header.from=ports.example')))),
  tests.email('other', 'fay@ports.example', 'Another matter', '{"received_at": "2026-03-04T10:00:00Z"}')]);
select is(count(distinct thread_id)::integer, 1, 'the replies are in one thread')
from public.inbound_emails where external_id in ('a', 'b', 'hijack', 'forged');
select set_config('tests.b', tests.email_id('b')::text, true), set_config('tests.forged', tests.email_id('forged')::text, true);
create function tests.thread_of(persona text, name text)
returns text
language plpgsql
as $$
begin
  perform tests.act_as(persona);
  return public.get_email(current_setting('tests.' || name)::uuid) ->> 'thread_addresses';
end;
$$;
grant execute on function tests.thread_of(text, text) to public;
select is(
  tests.thread_of('lead', 'b'), '["ada@ports.example", "dee@ports.example", "office@tests.test"]',
  'the people of an earlier email belong to the thread, and a stranger who replied to it does not');
select is(tests.thread_of('member', 'b'), tests.thread_of('lead', 'b'), 'a member of the project sees the same people');
select is(
  tests.thread_of('lead', 'forged'), '["cy@ports.example", "office@tests.test"]',
  'an email of another project adds no one, not even to a forged reply');
select tests.act_as('owner');
update public.sources set archived_at = now() where id = tests.email_id('a');
select is(
  tests.thread_of('member', 'b'), '["ada@ports.example", "office@tests.test"]', 'an earlier email with an archived source adds no one');

select * from finish();
rollback;
