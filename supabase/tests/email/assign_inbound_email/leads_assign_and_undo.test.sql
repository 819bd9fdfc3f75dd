-- A lead assigns, rejects and restores emails. Every step has an audit event and an inverse.
begin;
select plan(42);
select tests.two_agencies();
select tests.mailbox();
select tests.sync('emails', array[
  tests.email('a', 'eve@partner.example', 'Offer'), tests.email('forged', 'eve@other.example', 'Offer', '{"headers": []}'),
  tests.email('public', 'eve@gmail.com', 'Offer'), tests.email('own', 'x@mail.tests.test', 'Offer'),
  tests.email('list', 'eve@lists.example', 'Offer', '{"more_headers": [{"name": "List-Id", "value": "<l>"}]}')]);
create function tests.email_state(external_id text)
returns text
language sql
as $$
  select concat_ws(' ', coalesce(projects.name, 'none'), emails.rule, case when emails.rejected_at is not null then 'rejected' end,
    case when sources.archived_at is not null then 'archived' end,
    case when sources.project_id is distinct from emails.project_id then 'torn' end)
  from public.inbound_emails as emails
  join public.sources on sources.id = emails.id
  left join public.projects on projects.id = emails.project_id
  where emails.external_id = email_state.external_id
$$;
grant execute on function tests.email_state(text) to public;
create function tests.domains()
returns text
language sql
security definer
as $$ select coalesce(string_agg(domain || case when removed_at is not null then ' removed' else '' end, ' ' order by domain), '') from public.email_domains $$;
grant execute on function tests.domains() to public;

select is(tests.email_state('a'), 'none', 'an email from a stranger is assigned to no project');
select is(
  array(select domain from unnest(array[
    'gmail.com', 'Outlook.es', 'live.com.mx', 'yahoo.co.id', 'gmx.fr', 'hotmail.se', 'notyahoo.com', 'yahoo.example', 'live.partner.example']) as domain
    where private.is_public_email_domain(domain)),
  '{gmail.com,Outlook.es,live.com.mx,yahoo.co.id,gmx.fr,hotmail.se}', 'the domains of a public provider in every country are public');
-- The ids are stored first, because only leads can look them up.
select set_config('tests.a', tests.email_id('a')::text, true), set_config('tests.forged', tests.email_id('forged')::text, true),
  set_config('tests.public', tests.email_id('public')::text, true), set_config('tests.own', tests.email_id('own')::text, true),
  set_config('tests.list', tests.email_id('list')::text, true);
create function tests.e(name text)
returns uuid
language sql
stable
as $$ select current_setting('tests.' || name)::uuid $$;
grant execute on function tests.e(text) to public;

-- Refusals.
select tests.act_as('member');
select throws_ok($$ select public.assign_inbound_email(tests.e('a'), tests.id('alpha')) $$, 'OPDEN', null, 'a member cannot assign an email');
select throws_ok($$ select public.unassign_inbound_email(tests.e('a')) $$, 'OPDEN', null, 'a member cannot unassign an email');
select throws_ok($$ select public.reject_inbound_email(tests.e('a'), 'Spam') $$, 'OPDEN', null, 'a member cannot reject an email');
select throws_ok($$ select public.restore_inbound_email(tests.e('a')) $$, 'OPDEN', null, 'a member cannot restore an email');
select tests.act_as('client');
select throws_ok($$ select public.assign_inbound_email(tests.e('a'), tests.id('alpha')) $$, 'OPDEN', null, 'a client cannot assign an email');
select tests.act_as('other_admin');
select throws_ok($$ select public.assign_inbound_email(tests.e('a'), tests.id('delta')) $$, 'OPNFD', null, 'an admin of another organization cannot assign the email');
select throws_ok($$ select public.reject_inbound_email(tests.e('a'), 'Spam') $$, 'OPNFD', null, 'an admin of another organization cannot reject the email');
select tests.act_as('service');
select throws_ok($$ select public.assign_inbound_email(tests.e('a'), tests.id('alpha')) $$, '42501', null, 'the secret key cannot assign an email');
select tests.act_as('lead');
select throws_ok($$ select public.assign_inbound_email(tests.e('a'), tests.id('delta')) $$, 'OPNFD', null, 'a project of another organization is not found');
select throws_ok($$ select public.reject_inbound_email(tests.e('a'), ' ') $$, 'OPINV', null, 'a rejection needs a reason');
select tests.act_as('owner');
update public.projects set archived_at = now() where id = tests.id('gamma');
select tests.act_as('lead');
select throws_ok($$ select public.assign_inbound_email(tests.e('a'), tests.id('gamma')) $$, 'OPSTA', null, 'an archived project accepts no email');
select tests.act_as('owner');
select is(tests.email_state('a'), 'none', 'the refusals leave the email unchanged');
select is_empty($$ select from public.audit_events where object_type = 'inbound_email' $$, 'the refusals record no event');

-- Assign, move, unassign.
select tests.act_as('lead');
select is(public.assign_inbound_email(tests.e('a'), tests.id('alpha'), true) ->> 'remembered', 'true', 'a verified domain is learned');
select tests.act_as('owner');
select is(tests.email_state('a'), 'alpha person', 'an assigned email and its source are in the project');
select is(reason, 'lead assigned it', 'the reason names the person who assigned it') from public.inbound_emails where external_id = 'a';
select is(tests.domains(), 'partner.example', 'only the exact domain is learned');
select tests.sync('emails', array[tests.email('next', 'bob@partner.example', 'Next')]);
select is(tests.email_state('next'), 'alpha domain', 'the next email from the domain is assigned on arrival');
select is(reason, 'partner.example is remembered for this project', 'the reason names the learned domain') from public.inbound_emails where external_id = 'next';
select tests.act_as('lead');
select public.assign_inbound_email(tests.e('a'), tests.id('beta'));
select is(tests.email_state('a'), 'beta person', 'an assigned email can be moved');
select public.unassign_inbound_email(tests.e('a'));
select is(tests.email_state('a'), 'none', 'an assigned email can be unassigned');
select is(tests.domains(), 'partner.example', 'unassigning an email does not remove the learned domain');

-- Reject and restore.
select public.assign_inbound_email(tests.e('a'), tests.id('alpha'));
select is(public.reject_inbound_email(tests.e('a'), 'Spam') #>> '{email,state}', 'rejected', 'an assigned email can be rejected');
select is(tests.email_state('a'), 'alpha person rejected archived', 'rejecting an email archives its source and does not change its project');
select is(tests.domains(), 'partner.example', 'rejecting an email does not remove the learned domain');
select throws_ok($$ select public.assign_inbound_email(tests.e('a'), tests.id('beta')) $$, 'OPSTA', null, 'a rejected email cannot be assigned before it is restored');
select is(public.restore_inbound_email(tests.e('a')) #>> '{email,state}', 'assigned', 'a rejected email can be restored');
select is(tests.email_state('a'), 'alpha person', 'a restored email is in its former project');
select is(tests.domains(), 'partner.example', 'restoring an email learns no domain');
select is(public.restore_inbound_email(tests.e('a')) #>> '{email,state}', 'assigned', 'restoring an email twice changes nothing');

-- Domains that are never learned.
select is(
  array[
    public.assign_inbound_email(tests.e('forged'), tests.id('alpha'), true) ->> 'remembered',
    public.assign_inbound_email(tests.e('public'), tests.id('alpha'), true) ->> 'remembered',
    public.assign_inbound_email(tests.e('own'), tests.id('alpha'), true) ->> 'remembered',
    public.assign_inbound_email(tests.e('list'), tests.id('alpha'), true) ->> 'remembered'],
  array['false', 'false', 'false', 'false'], 'emails from a forged address, a public domain, our own domain and a mailing list are assigned, but their domains are not learned');
select is(tests.domains(), 'partner.example', 'the domain of a forged address, a public or our own domain, or a mailing list is not learned');
select is(
  (public.list_inbound_emails() -> 'emails' -> 0 -> 'domain' ->> 'refusal') is null
    or (public.list_inbound_emails() -> 'emails' -> 0 -> 'domain' ->> 'can_remember') = 'false', true,
  'the list reports whether a domain can be learned');

-- Remove a learned domain, and learn it again.
select public.set_email_domain((public.list_email_domains() -> 0 ->> 'id')::uuid, true);
select is(public.list_email_domains(), '[]', 'a removed domain is not listed');
select tests.act_as('owner');
select tests.sync('emails', array[tests.email('later', 'bob@partner.example', 'Later')]);
select is(tests.email_state('later'), 'none', 'a removed domain assigns no email');
select tests.act_as('lead');
select is(
  public.set_email_domain((select id from public.email_domains), false) -> 0 ->> 'domain', 'partner.example',
  'a removed domain can be learned again');
select tests.act_as('member');
select throws_ok($$ select public.list_email_domains() $$, 'OPDEN', null, 'a member cannot list learned domains');
select throws_ok($$ select public.set_email_domain(tests.id('any'), true) $$, 'OPDEN', null, 'a member cannot remove a learned domain');
select tests.act_as('other_admin');
select throws_ok(
  format($$ select public.set_email_domain(%L, true) $$, (select tests.id('x'))), 'OPNFD', null, 'a domain of another organization is not found');

select tests.act_as('owner');
select results_eq(
  format($$ select action, count(*)::integer from public.audit_events where object_id = %L group by action order by action $$, tests.e('a')),
  $$ values ('inbound_email.assigned', 3), ('inbound_email.rejected', 1), ('inbound_email.restored', 1), ('inbound_email.unassigned', 1) $$,
  'the audit log contains each step');
select * from finish();
rollback;
