-- An approved email draft is a record. No vendor sends it, even where mailboxes are connected, and no job waits for a vendor.
begin;
select plan(6);
select tests.two_agencies();
select tests.mailbox();
insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
values (tests.id('North'), 'resend', '{}', 'none', tests.id('admin'));

select is_empty(
  $$ select provider from private.providers() where 'email_draft' = any (kinds) $$, 'no vendor executes an email draft');
select is_empty(
  $$ select kinds from private.providers() where provider in ('gmail', 'resend') and kinds <> '{}' $$, 'no mailbox executes a card');

select tests.act_as('member');
create temporary table card as
select (public.propose_approval('email_draft', tests.id('alpha'),
  '{"to": ["ada@ports.example"], "subject": "Tents", "body": "They arrive on Friday."}') ->> 'id')::uuid as id;
grant select on card to public;
select tests.act_as('lead');
select is(
  public.approve_and_execute_approval(id, 1) #>> '{approval,status}', 'approved', 'a lead approves and executes an email draft') from card;
select tests.act_as('owner');
-- The job approval_act changes only the database.
create temporary table card_jobs as
select kind from private.jobs where payload ->> 'approval_id' = (select id from card)::text;
select results_eq('select kind from card_jobs', array['approval_act'], 'the only job of an email draft is approval_act');
select tests.act_as('service');
create temporary table leased_jobs as select * from public.take_jobs(array['approval_act'], 'tests', 10);
select count(public.carry_out_execution(leased_jobs.id, leased_jobs.attempt)) from leased_jobs;
select tests.act_as('owner');
select results_eq(
  'select status::text from public.approvals where id = (select id from card)', array['executed'], 'the local job executes the email draft');
select is_empty(
  'select from public.external_links where approval_id = (select id from card)', 'an executed email draft has no object in another system');

select * from finish();
rollback;
