-- Received emails: a mailbox of North, whose server is mx.google.com, and clients with domains of their own.
begin;
set local client_min_messages = warning;

create function tests.mailbox()
returns void
language plpgsql
as $$
begin
  insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
  values (
    tests.id('North'), 'gmail', '{"subject": "office@tests.test", "since": "2026-01-01", "trusted_hosts": "mx.relay.example"}',
    'none', tests.id('admin'));
  insert into public.sync_streams (id, organization_id, provider, stream)
  values (tests.id('emails stream'), tests.id('North'), 'gmail', 'emails');
  update public.clients set website = 'https://harbour.example' where id = tests.id('Harbour');
  update public.clients set website = 'https://www.garden.example' where id = tests.id('Garden');
  update public.people set email = 'ada@ports.example' where id = tests.id('client');
end;
$$;

-- The header of a server that checked the sender.
create function tests.authentication_results(value text, host text default 'mx.google.com')
returns jsonb
language sql
as $$ select jsonb_build_object('name', 'Authentication-Results', 'value', host || '; ' || value) $$;

-- An email that its server verified, unless `changes` has other headers.
create function tests.email(external_id text, address text, subject text default 'Hello', changes jsonb default '{}')
returns jsonb
language sql
as $$
  select tests.record(external_id, '1', jsonb_build_object(
    'message_id', '<' || external_id || '@mail.example>', 'in_reply_to', null, 'reference_ids', null,
    'thread_external_id', null, 'from', jsonb_build_object('name', null, 'address', address),
    'to', '[{"name": null, "address": "office@tests.test"}]'::jsonb, 'cc', '[]'::jsonb, 'subject', subject,
    'received_at', '2026-03-02T10:00:00Z', 'text', 'Text of ' || external_id, 'attachments', '[]'::jsonb,
    'raw_path', null, 'has_several_senders', false, 'problems', '[]'::jsonb)
    || changes
    || jsonb_build_object('headers',
      coalesce(changes -> 'headers', jsonb_build_array(tests.authentication_results('dmarc=pass header.from=' || split_part(address, '@', 2))))
      || jsonb_build_array(jsonb_build_object('name', 'From', 'value', address))
      || coalesce(changes -> 'more_headers', '[]')))
$$;

create function tests.email_id(external_id text)
returns uuid
language sql
as $$ select id from public.inbound_emails where inbound_emails.external_id = email_id.external_id $$;

grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(2);
select tests.two_agencies();
select tests.mailbox();
select is(tests.counts(tests.sync('emails', array[tests.email('1', 'ada@ports.example')])), '{1,0,0,0,0,0}', 'a worker reads emails');
select is(project_id, tests.id('alpha'), 'the router assigns emails') from public.inbound_emails where external_id = '1';
select * from finish();
rollback;
