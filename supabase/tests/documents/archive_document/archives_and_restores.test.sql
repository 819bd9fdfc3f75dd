-- An archived document and its file cannot be opened, cited or read. Restoring it reverses this.
begin;
select plan(23);
select tests.two_agencies();
create temporary table fixtures as
  select tests.indexed_document('member', 'mine.pdf') as mine, tests.indexed_document('lead', 'ours.pdf') as ours,
         tests.indexed_document('lead', 'contract.pdf', 'alpha', 'contract') as contract;
grant select on fixtures to public;

create function pg_temp.outcome(persona text, command text, document uuid) returns text language plpgsql as $$
declare v_answer text; v_state text; v_hint text;
begin
  perform tests.act_as(persona);
  begin
    execute format('select coalesce((public.%I($1) ->> ''archived_at''), ''live'')', command) using document into v_answer;
    v_answer := case v_answer when 'live' then 'live' else 'archived' end;
  exception when others then
    get stacked diagnostics v_state = returned_sqlstate, v_hint = pg_exception_hint;
    v_answer := v_state || ' ' || v_hint;
  end;
  perform tests.act_as('owner');
  return v_answer;
end;
$$;
-- The number of files that the persona can open.
create function pg_temp.files(persona text) returns integer language sql as $$
  select count(*)::integer from fixtures, unnest(array[mine, ours, contract]) as document
  where tests.open_document(persona, document) ~ '^[0-9a-f]{64}$'
$$;

select is(pg_temp.outcome(persona, command, document), expected, format('%s who calls %s gets %s', persona, command, expected))
from fixtures, unnest(array['archive_document', 'restore_document']) as command, lateral (values
  ('client', mine, 'OPDEN role_not_allowed'), ('outsider', mine, 'OPDEN no_membership'), ('anonymous', mine, '42501 '),
  ('service', mine, '42501 '), ('member', ours, 'OPDEN not_your_document'), ('member', contract, 'OPNFD document_not_found'),
  ('member2', mine, 'OPNFD document_not_found'), ('other_admin', mine, 'OPNFD document_not_found')
) as cases (persona, document, expected);
select is((select count(*)::int from public.sources where archived_at is not null), 0, 'the refusals archive no document');
select is(pg_temp.files('member') || ' ' || pg_temp.files('lead'), '2 3', 'people who see active documents can open their files');

select is(pg_temp.outcome('member', 'archive_document', (select mine from fixtures)) || ' ' || pg_temp.outcome('lead', 'archive_document', (select contract from fixtures)),
  'archived archived', 'a member can archive their own upload, and a lead can archive any document');
select is(pg_temp.files('member') || ' ' || pg_temp.files('lead'), '1 1', 'the file of an archived document cannot be opened from the next statement on');
select is(pg_temp.outcome('member', 'archive_document', (select mine from fixtures)), 'archived', 'archiving a document again succeeds');
select is(pg_temp.outcome('member', 'restore_document', (select mine from fixtures)) || ' ' || pg_temp.files('member'), 'live 2', 'the file of a restored document can be opened again');
select is((select array_agg(action || ' ' || is_restricted order by action, is_restricted) from public.audit_events
           where action in ('document.archived', 'document.restored')),
  '{"document.archived false","document.archived true","document.restored false"}', 'the audit log contains each archiving and restoration once');

select * from finish();
rollback;
