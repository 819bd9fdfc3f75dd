-- What people store is counted, and ends at their quota or at that of their organization.
begin;
select plan(12);
select tests.two_agencies();
create function pg_temp.upload(persona text, bytes bigint) returns text language sql as $$
  select tests.answer(persona, format('select public.create_document_upload(%L, %L, %L, %s)', tests.id('alpha'), 'a.txt', 'text/plain', bytes))
$$;
create function pg_temp.ask(persona text, question text default 'What next?') returns text language sql as $$
  select tests.answer(persona, format('select public.begin_chat_turn(%L, %L)', tests.id('session'), question))
$$;
select is(name || ' ' || pg_size_pretty(private.quota_of(name)), expected, 'the default of ' || name) from (values
  ('documents_bytes_per_person', 'documents_bytes_per_person 5120 MB'), ('text_bytes_per_person', 'text_bytes_per_person 256 MB')) as given (name, expected);
update private.quotas set operator_limit = 1000 where name = 'documents_bytes_per_person';
update private.quotas set operator_limit = 1500 where name = 'documents_bytes_per_organization';
select is(pg_temp.upload('member', 900), 'ok', 'within the quota');
select is(pg_temp.upload('member', 101), 'OPBIG storage_quota_exceeded', 'beyond it');
select is(pg_temp.upload('member', 100), 'ok', 'a refused upload is not counted');
select is(pg_temp.upload('lead', 501), 'OPBIG storage_quota_exceeded', 'the organization has one as well');
select is(pg_temp.upload('lead', 500), 'ok', 'within it');

update private.quotas set operator_limit = 100 where name = 'text_bytes_per_person';
select is(pg_temp.ask('member', repeat('a', 90)), 'ok', 'a question');
select is(pg_temp.ask('member', repeat('a', 90)), 'OPBIG storage_quota_exceeded', 'conversations end');
select is(tests.answer('member', format('select public.propose_approval(%L, %L, %L)', 'task_create', tests.id('alpha'), '{"title": "A long title"}')),
  'OPBIG storage_quota_exceeded', 'cards count as text');
select is(tests.answer('lead', format('select public.post_status_update(%L, %L, %L)', tests.id('alpha'), 'on_track', repeat('a', 101))),
  'OPBIG storage_quota_exceeded', 'status updates as well');
select is(pg_temp.ask('lead', repeat('a', 90)), 'ok', 'other people are not stopped');

select * from finish();
rollback;
