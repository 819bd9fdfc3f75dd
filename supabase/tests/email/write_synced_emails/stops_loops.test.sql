-- Two programs that answer each other are stopped: the third automatic email of a thread and all later ones are
-- rejected.
begin;
select plan(12);
select tests.two_agencies();
select tests.mailbox();
create function tests.answer(number integer, headers jsonb default '[{"name": "Auto-Submitted", "value": "auto-replied"}]')
returns jsonb
language sql
as $$
  select tests.email('r' || number, 'ada@ports.example', 'Re: Launch', jsonb_build_object(
    'in_reply_to', format('<r%s@mail.example>', number - 1), 'more_headers', headers,
    'received_at', timestamptz '2026-03-02 10:00Z' + make_interval(mins => number)))
$$;
select tests.sync('emails', array[tests.answer(0, '[]')]);
select tests.sync('emails', array(select tests.answer(number) from generate_series(1, 8) as number));
select is(count(*)::integer, 1, 'replies of two programs belong to one thread') from (select distinct thread_id from public.inbound_emails) as threads;
select is(count(*)::integer, 2, 'two automatic emails of a thread are accepted') from public.inbound_emails where automatic = 'reply' and rejected_at is null;
select is(count(*)::integer, 6, 'automatic emails after the second of a thread are rejected') from public.inbound_emails where rejected_at is not null;
select is(min(reject_reason), 'More than two automatic emails in one thread', 'the rejected replies have the reason') from public.inbound_emails;
select is(count(*)::integer, 6, 'the sources of rejected replies are hidden') from public.sources where kind = 'email' and archived_at is not null;
select is(jsonb_array_length(public.begin_email_indexing()), 3, 'rejected replies are never indexed');
select is(count(*)::integer, 0, 'no reply creates a card') from public.approvals;

-- A program sends the headers of a person.
select tests.sync('emails', array(
  select tests.email('h' || number, 'bo@ports.example', 'Re: Launch', jsonb_build_object(
    'in_reply_to', '<r0@mail.example>', 'received_at', timestamptz '2026-04-02 10:00Z' + make_interval(secs => number)))
  from generate_series(1, 24) as number));
select is(count(*)::integer, 20, 'twenty emails of a sender in an hour are accepted')
from public.inbound_emails where from_address = 'bo@ports.example' and rejected_at is null;
select is(count(*)::integer, 4, 'further emails of the sender are rejected')
from public.inbound_emails where from_address = 'bo@ports.example' and rejected_at is not null;

-- People write to a mailing list.
select tests.sync('emails', array(
  select tests.email('l' || number, 'cy@ports.example', 'Re: Concert', jsonb_build_object(
    'in_reply_to', format('<l%s@mail.example>', number - 1), 'more_headers', '[{"name": "List-Id", "value": "<l.ports.example>"}]'::jsonb,
    'received_at', timestamptz '2026-05-02 10:00Z' + make_interval(mins => number)))
  from generate_series(0, 5) as number));
select is(count(*)::integer, 6, 'messages of people in a thread of a mailing list are accepted')
from public.inbound_emails where automatic = 'list' and rejected_at is null;

-- A program marks its answers as bulk email.
select tests.sync('emails', array(
  select tests.email('b' || number, 'di@ports.example', 'Re: Ballet', jsonb_build_object(
    'in_reply_to', format('<b%s@mail.example>', number - 1),
    'more_headers', jsonb_build_array(
      '{"name": "Precedence", "value": "bulk"}'::jsonb, jsonb_build_object('name', 'In-Reply-To', 'value', format('<b%s@mail.example>', number - 1))),
    'received_at', timestamptz '2026-06-02 10:00Z' + make_interval(mins => number)))
  from generate_series(0, 5) as number));
select is(count(*)::integer, 4, 'bulk answers after the second of a thread are rejected')
from public.inbound_emails where from_address = 'di@ports.example' and rejected_at is not null;

-- Forged emails do not count towards the hourly limit of their alleged sender.
select tests.sync('emails', array(
  select tests.email('f' || number, 'ada@ports.example', 'Re: Launch', jsonb_build_object(
    'in_reply_to', '<r0@mail.example>', 'received_at', timestamptz '2026-07-02 10:00Z' + make_interval(secs => number),
    'headers', case when number = 25 then jsonb_build_array(tests.authentication_results('dmarc=pass header.from=ports.example')) else '[]'::jsonb end))
  from generate_series(1, 25) as number));
select is(reject_reason, null, 'a genuine email after many forged ones is accepted') from public.inbound_emails where external_id = 'f25';
select * from finish();
rollback;
