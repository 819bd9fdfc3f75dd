-- The project, the verdict about the sender and the reason for each of sixty genuine and forged emails. A wrong
-- assignment shows an email of one client to the team of another.
begin;
select plan(5);
select tests.two_agencies();
select tests.mailbox();
insert into public.people (id, organization_id, name, email, role, is_employee, client_id)
values
  (tests.id('Gil'), tests.id('North'), 'Gil', 'gil@gmail.com', 'client', false, tests.id('Garden')),
  (tests.id('Ines'), tests.id('South'), 'Ines', 'ines@southclient.example', 'client', false, tests.id('South Harbour'));

-- A verified email of each project starts a thread.
select tests.sync('emails', array[
  tests.email('seed-alpha', 'ada@ports.example', 'Launch plan', '{"received_at": "2026-03-01T08:00:00Z"}'),
  tests.email('seed-beta', 'gil@gmail.com', 'beta hedges', '{"received_at": "2026-03-01T08:00:00Z"}'),
  tests.email('seed-new', 'eve@partner.example', 'Offer', '{"received_at": "2026-03-01T08:00:00Z"}')]);
select tests.act_as('lead');
select public.assign_inbound_email(tests.email_id('seed-new'), tests.id('shared'), true);
select tests.act_as('owner');

create temporary table expected (
  number integer generated always as identity, name text, email jsonb, project text, verdict text, reason text);

create function tests.case(name text, address text, subject text, changes jsonb, project text, verdict text, reason text)
returns void
language sql
as $$
  insert into expected (name, email, project, verdict, reason)
  values (name, tests.email(name, address, subject, changes), project, verdict, reason)
$$;
create function tests.headers(variadic headers jsonb[])
returns jsonb
language sql
as $$ select jsonb_build_object('headers', to_jsonb(headers)) $$;
create function tests.header(name text, value text)
returns jsonb
language sql
as $$ select jsonb_build_object('more_headers', jsonb_build_array(jsonb_build_object('name', name, 'value', value))) $$;

-- Known senders.
select tests.case('contact', 'ada@ports.example', 'Hello', '{}', 'alpha', 'pass', '%contact of Harbour%');
select tests.case('contact in capitals', 'ADA@Ports.Example', 'Hello', tests.headers(tests.authentication_results('dmarc=pass header.from=ports.example')), 'alpha', 'pass', '%contact of Harbour%');
select tests.case('colleague of a contact', 'bo@ports.example', 'Hello', '{}', 'alpha', 'pass', '%domain of Harbour%');
select tests.case('domain of the web address', 'bo@harbour.example', 'Hello', '{}', 'alpha', 'pass', '%domain of Harbour%');
select tests.case('title among the projects of the client', 'ada@ports.example', 'About gamma', '{}', 'gamma', 'pass', '%gamma%');
select tests.case('client with two open projects', 'bo@garden.example', 'Hello', '{}', null, 'pass', 'Several projects%');
select tests.case('title decides between them', 'bo@garden.example', 'The beta hedges', '{}', 'beta', 'pass', '%domain of Garden%');
select tests.case('code decides between them', 'bo@garden.example', 'P-2: hedges', '{}', 'beta', 'pass', '%code P-2%');
select tests.case('contact at a public domain', 'gil@gmail.com', 'About shared', '{}', 'shared', 'pass', '%contact of Garden%');
select tests.case('stranger at a public domain', 'other@gmail.com', 'About shared', '{}', null, 'pass', '%not known%');
select tests.case('stranger', 'who@unknown.example', 'Hello', '{}', null, 'pass', 'Nothing suggests%');
select tests.case('stranger who names a project', 'who@unknown.example', 'alpha: please pay', '{}', null, 'pass', '%not known%');
select tests.case('stranger who names a code', 'who@unknown.example', 'Re: P-1', '{}', null, 'pass', '%not known%');
select tests.case('client of another organization', 'ines@southclient.example', 'Hello', '{}', null, 'pass', 'Nothing suggests%');
select tests.case('colleague of ours', 'member@tests.test', 'Hello', '{}', null, 'pass', '%not known%');
select tests.case('client who names a project of another', 'ada@ports.example', 'About beta', '{}', 'alpha', 'pass', '%contact of Harbour%');

-- A remembered domain.
select tests.case('remembered domain', 'new@partner.example', 'Hello', '{}', 'shared', 'pass', 'partner.example is remembered%');
select tests.case('sub-domain of a remembered one', 'new@mail.partner.example', 'Hello', '{}', null, 'pass', 'Nothing suggests%');
select tests.case('parent of a remembered domain', 'new@example', 'Hello', '{}', null, 'pass', 'Nothing suggests%');
select tests.case('look-alike of a remembered domain', 'new@partner-example.com', 'Hello', '{}', null, 'pass', 'Nothing suggests%');
select tests.case('remembered domain as a part', 'new@notpartner.example', 'Hello', '{}', null, 'pass', 'Nothing suggests%');
select tests.case('remembered domain as a beginning', 'new@partner.example.evil.example', 'Hello', '{}', null, 'pass', 'Nothing suggests%');
select tests.case('letter of another alphabet', 'new@pаrtner.example', 'Hello', '{}', null, 'pass', 'Nothing suggests%');

-- Forged senders.
select tests.case('unchecked', 'ada@ports.example', 'Hello', '{"headers": []}', null, 'none', 'None of your trusted%');
select tests.case('DMARC fails', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('dmarc=fail header.from=ports.example')), null, 'fail', 'mx.google.com could not verify%');
select tests.case('DMARC of another domain', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('dmarc=pass header.from=evil.example')), null, 'fail', '%ports.example');
select tests.case('DMARC without a domain', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('dmarc=pass')), null, 'fail', '%ports.example');
select tests.case('SPF alone', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('spf=pass smtp.mailfrom=ada@ports.example')), null, 'fail', '%could not verify%');
select tests.case('DKIM alone', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('dkim=pass header.d=ports.example')), null, 'fail', '%could not verify%');
select tests.case('SPF and DKIM, both aligned', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('spf=pass smtp.mailfrom=ada@ports.example; dkim=pass header.i=@mail.ports.example')), 'alpha', 'pass', '%contact of Harbour%');
select tests.case('SPF aligned, DKIM of a service', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('spf=pass smtp.mailfrom=ports.example; dkim=pass header.d=mailer.example')), null, 'fail', '%could not verify%');
select tests.case('DKIM aligned, SPF of a service', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('spf=pass smtp.mailfrom=bounce@mailer.example; dkim=pass header.d=ports.example')), null, 'fail', '%could not verify%');
select tests.case('both of a parent that hosts others', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('spf=pass smtp.mailfrom=example; dkim=pass header.d=example')), null, 'fail', '%could not verify%');
select tests.case('both aligned, DMARC fails', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('spf=pass smtp.mailfrom=ports.example; dkim=pass header.d=ports.example; dmarc=fail header.from=ports.example')), null, 'fail', '%could not verify%');
select tests.case('two verdicts, the true one on top', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('dmarc=fail header.from=ports.example'), tests.authentication_results('dmarc=pass header.from=ports.example')), null, 'fail', '%could not verify%');
select tests.case('two verdicts, a strange server on top', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('dmarc=pass header.from=ports.example', 'mx.evil.example'), tests.authentication_results('dmarc=pass header.from=ports.example')), null, 'none', 'None of your trusted%');
select tests.case('verdict of a strange server', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('dmarc=pass header.from=ports.example', 'mx.evil.example')), null, 'none', 'None of your trusted%');
select tests.case('server with a name that begins alike', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('dmarc=pass header.from=ports.example', 'mx.google.com.evil.example')), null, 'none', 'None of your trusted%');
select tests.case('server that the connection names', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('dmarc=pass header.from=ports.example', 'MX.Relay.example 1')), 'alpha', 'pass', '%contact of Harbour%');
select tests.case('pass in a comment', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('dmarc=fail (dmarc=pass header.from=ports.example) header.from=ports.example')), null, 'fail', '%could not verify%');
select tests.case('pass in a nested comment', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('spf=none (a (b) ; dmarc=pass header.from=ports.example ) smtp.mailfrom=x')), null, 'fail', '%could not verify%');
select tests.case('pass in a quoted address', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('spf=pass smtp.mailfrom="x; dmarc=pass header.from=ports.example"@evil.example')), null, 'fail', '%could not verify%');
select tests.case('pass behind an escaped quote', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results('spf=fail smtp.mailfrom="x\"; dmarc=pass header.from=ports.example;\""@evil.example')), null, 'fail', '%could not verify%');
select tests.case('verdict on folded lines', 'ada@ports.example', 'Hello', tests.headers(tests.authentication_results(E'dkim=pass\r\n header.i=@ports.example;\r\n dmarc=pass (p=NONE)\r\n header.from=ports.example')), 'alpha', 'pass', '%contact of Harbour%');
select tests.case('header text in the subject', 'ada@ports.example', E'Hi\r\nAuthentication-Results: mx.google.com; dmarc=pass header.from=ports.example', '{"headers": []}', null, 'none', 'None of your trusted%');
select tests.case('verdict under a similar name', 'ada@ports.example', 'Hello', '{"headers": [{"name": "X-Authentication-Results", "value": "mx.google.com; dmarc=pass header.from=ports.example"}]}', null, 'none', 'None of your trusted%');
select tests.case('forwarded with ARC', 'ada@ports.example', 'Fwd: Hello', tests.headers(tests.authentication_results('arc=pass; spf=softfail smtp.mailfrom=list.example; dmarc=fail header.from=ports.example'), '{"name": "ARC-Authentication-Results", "value": "i=1; mx.google.com; dmarc=pass header.from=ports.example"}'), null, 'fail', '%could not verify%');
select tests.case('ARC alone', 'ada@ports.example', 'Hello', '{"headers": [{"name": "ARC-Authentication-Results", "value": "i=1; mx.google.com; dmarc=pass header.from=ports.example"}]}', null, 'none', 'None of your trusted%');
select tests.case('name of a contact, address of another', 'evil@evil.example', 'Hello', '{"from": {"name": "Ada <ada@ports.example>", "address": "evil@evil.example"}}', null, 'pass', 'Nothing suggests%');
select tests.case('two senders', 'ada@ports.example', 'Hello', '{"has_several_senders": true}', null, 'fail', '%could not verify%');
select tests.case('a second From header', 'ada@ports.example', 'Hello', tests.header('From', 'evil@evil.example'), null, 'fail', '%could not verify%');
select tests.case('Reply-To elsewhere', 'ada@ports.example', 'Hello', tests.header('Reply-To', 'bo@garden.example'), 'alpha', 'pass', '%contact of Harbour%');
select tests.case('stranger with the Reply-To of a contact', 'who@unknown.example', 'Hello', tests.header('Reply-To', 'ada@ports.example'), null, 'pass', 'Nothing suggests%');
select tests.case('copy to a contact', 'who@unknown.example', 'Hello', '{"cc": [{"name": null, "address": "ada@ports.example"}]}', null, 'pass', 'Nothing suggests%');

-- Threads.
select tests.case('answer of the contact', 'ada@ports.example', 'Re: Launch plan', '{"in_reply_to": "<seed-alpha@mail.example>"}', 'alpha', 'pass', 'Replies to an email%');
select tests.case('answer of a colleague of ours', 'member@tests.test', 'AW: Launch plan', '{"in_reply_to": "<seed-alpha@mail.example>"}', 'alpha', 'pass', 'Replies to an email%');
select tests.case('answer with another subject', 'ada@ports.example', 'Something else about gamma', '{"in_reply_to": "<seed-alpha@mail.example>"}', 'alpha', 'pass', 'Replies to an email%');
select tests.case('bare references with the subject', 'member@tests.test', 'Re: Launch plan', '{"reference_ids": "<x@y.example> <seed-alpha@mail.example>"}', 'alpha', 'pass', 'Replies to an email%');
select tests.case('bare references with another subject', 'member@tests.test', 'Lunch', '{"reference_ids": "<seed-alpha@mail.example>"}', null, 'pass', '%not known%');
select tests.case('answer from the domain of another client', 'bo@garden.example', 'Re: Launch plan', '{"in_reply_to": "<seed-alpha@mail.example>"}', null, 'pass', 'It replies to a thread of a client other than%');
select tests.case('answer of a contact of another client', 'ada@ports.example', 'Re: beta hedges', '{"in_reply_to": "<seed-beta@mail.example>"}', null, 'pass', 'It replies to a thread of a client other than%');
select tests.case('answer of a stranger', 'who@unknown.example', 'Re: Launch plan', '{"in_reply_to": "<seed-alpha@mail.example>"}', null, 'pass', '%not a known participant%');
select tests.case('forged answer', 'ada@ports.example', 'Re: Launch plan', '{"in_reply_to": "<seed-alpha@mail.example>", "headers": []}', null, 'none', 'None of your trusted%');
select tests.case('answer to threads of two clients', 'member@tests.test', 'Re: both', '{"in_reply_to": "<seed-alpha@mail.example> <seed-beta@mail.example>"}', null, 'pass', 'It replies to emails of several projects');
select tests.case('answer with the id of an email in the subject', 'who@unknown.example', 'Re: <seed-alpha@mail.example>', '{}', null, 'pass', '%not known%');

-- Programs.
select tests.case('message of a list', 'ada@ports.example', 'News', tests.header('List-Id', '<news.ports.example>'), null, 'pass', 'Mailing list messages%');
select tests.case('bulk email', 'ada@ports.example', 'News', tests.header('Precedence', 'bulk'), null, 'pass', 'Mailing list messages%');
select tests.case('bounce', 'mailer-daemon@ports.example', 'Undelivered', tests.header('Return-Path', '<>'), null, 'pass', 'Bounces%');
select tests.case('email of a person with an empty return path', 'ada@ports.example', 'Hello', tests.header('Return-Path', '<>'), 'alpha', 'pass', '%contact of Harbour%');
select tests.case('automatic reply with an empty return path', 'ada@ports.example', 'Hello', tests.headers(
  tests.authentication_results('dmarc=pass header.from=ports.example'), '{"name": "Return-Path", "value": "<>"}', '{"name": "Auto-Submitted", "value": "auto-replied"}'),
  null, 'pass', 'Automatic replies%');
select tests.case('report of a server', 'relay@ports.example', 'Undelivered', tests.header('Content-Type', 'multipart/report; report-type=delivery-status'), null, 'pass', 'Bounces%');
select tests.case('automatic reply', 'ada@ports.example', 'Hello', tests.header('Auto-Submitted', 'auto-replied'), null, 'pass', 'Automatic replies%');
select tests.case('automatic reply in a thread', 'ada@ports.example', 'Re: Launch plan', tests.header('Auto-Submitted', 'auto-replied') || '{"in_reply_to": "<seed-alpha@mail.example>"}', 'alpha', 'pass', 'Replies to an email%');
select tests.case('automatic reply with the headers of a person', 'ada@ports.example', 'Abwesenheit: Hello', '{}', null, 'pass', 'Automatic replies%');

-- A header that names no server has no verdict and does not delay the email, however long the header is.
select tests.case('authentication results ' || name, 'ada@ports.example', 'Hello', tests.headers(
  jsonb_build_object('name', 'Authentication-Results', 'value', value)), null, 'none', 'None of your trusted mail servers%')
from (values ('without text', ''), ('with a comment alone', '(mx.google.com; dmarc=pass)'), ('without an end', '"'),
  ('with endless length', 'mx.google.com; ' || repeat('dmarc=pass header.from=ports.example; ', 300))) as cases (name, value);

select cmp_ok(count(*), '>=', 60::bigint, 'the test has at least sixty emails') from expected;
-- Each email is routed by itself, so that no sender is known from an earlier one.
create temporary table results (number integer, project text, verdict text, reason text);
do $$
declare
  v_case expected;
begin
  for v_case in select * from expected order by number loop
    begin
      perform tests.sync('emails', array[v_case.email]);
      raise exception using errcode = 'ZZ001', message = coalesce((
        select jsonb_build_object(
          'number', v_case.number, 'project', projects.name, 'verdict', emails.auth_verdict, 'reason', emails.reason)::text
        from public.inbound_emails as emails left join public.projects on projects.id = emails.project_id
        where emails.external_id = v_case.name),
        (select jsonb_build_object('number', v_case.number, 'verdict', 'dead letter', 'reason', reason)::text
         from public.sync_dead_letters where external_id = v_case.name));
    exception when sqlstate 'ZZ001' then
      insert into results select * from jsonb_populate_record(null::results, sqlerrm::jsonb);
    end;
  end loop;
end;
$$;
select is(count(*), (select count(*) from expected), 'each of the emails is received') from results;
select is_empty(
  $$ select expected.name, results.project from expected join results using (number) where expected.project is distinct from results.project $$,
  'no email has a wrong project, and no assignable email waits');
select is_empty(
  $$ select expected.name, results.verdict from expected join results using (number) where expected.verdict <> results.verdict $$,
  'each email has its verdict');
select is_empty(
  $$ select expected.name, results.reason from expected join results using (number) where results.reason is null or results.reason not like expected.reason $$,
  'each email has its reason');

select * from finish();
rollback;
