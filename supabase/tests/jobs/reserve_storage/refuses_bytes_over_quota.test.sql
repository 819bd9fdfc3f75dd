-- Stored bytes are counted up to the quota of a person and of the organization.
begin;
select plan(14);
select tests.two_agencies();
create function pg_temp.upload(persona text, bytes bigint) returns text language sql as $$
  select tests.answer(persona, format('select public.create_document_upload(%L, %L, %L, %s)', tests.id('alpha'), 'a.txt', 'text/plain', bytes))
$$;
create function pg_temp.ask(persona text, question text default 'What next?') returns text language sql as $$
  select tests.answer(persona, format('select public.begin_chat_turn(%L, %L)', tests.id('session'), question))
$$;
select is(name || ' ' || pg_size_pretty(private.quota_of(name)), expected, format('the default quota is %s', expected)) from (values
  ('documents_bytes_per_person', 'documents_bytes_per_person 5120 MB'), ('text_bytes_per_person', 'text_bytes_per_person 256 MB')) as cases (name, expected);
update private.quotas set operator_limit = 1000 where name = 'documents_bytes_per_person';
update private.quotas set operator_limit = 1500 where name = 'documents_bytes_per_organization';
select is(pg_temp.upload('member', 900), 'ok', 'an upload within the quota is accepted');
select is(pg_temp.upload('member', 101), 'OPBIG storage_quota_exceeded', 'an upload beyond the quota is refused');
select is(pg_temp.upload('member', 100), 'ok', 'a refused upload is not counted');
select is(pg_temp.upload('lead', 501), 'OPBIG storage_quota_exceeded', 'the quota of the organization is checked too');
select is(pg_temp.upload('lead', 500), 'ok', 'an upload within the quota of the organization is accepted');

update private.quotas set operator_limit = 100 where name = 'text_bytes_per_person';
select is(pg_temp.ask('member', repeat('a', 90)), 'ok', 'a question within the quota is accepted');
select is(pg_temp.ask('member', repeat('a', 90)), 'OPBIG storage_quota_exceeded', 'questions count towards the quota of text');
select is(tests.answer('member', format('select public.propose_approval(%L, %L, %L)', 'task_create', tests.id('alpha'), '{"title": "A long title"}')),
  'OPBIG storage_quota_exceeded', 'cards count towards the quota of text');
select is(tests.answer('lead', format('select public.post_status_update(%L, %L, %L)', tests.id('alpha'), 'on_track', repeat('a', 101))),
  'OPBIG storage_quota_exceeded', 'status updates count towards the quota of text');
create function pg_temp.log(persona text, note text) returns text language sql as $$
  select tests.answer(persona, format('select public.log_time(%L, current_date, 1, null, %L)', tests.id('alpha'), note))
$$;
select is(pg_temp.log('member', repeat('a', 20)), 'OPBIG storage_quota_exceeded', 'notes of hours count towards the quota of text');
select is(pg_temp.log('member', null), 'ok', 'hours without a note do not count towards the quota of text');
select is(pg_temp.ask('lead', repeat('a', 90)), 'ok', 'the quota of one person does not affect another');

select * from finish();
rollback;
