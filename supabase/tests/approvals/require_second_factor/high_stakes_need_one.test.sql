-- Where the organization requires a second factor for high stakes, no path decides or executes such a card without one.
begin;
select plan(27);
select tests.two_agencies();
insert into public.organization_settings (organization_id, requires_second_factor) values (tests.id('North'), 'high_stakes');
create temporary table cards as
select name, tests.propose('member', kind::public.approval_kind, payload::jsonb) as id
from (values
  ('pending', 'scope_change', '{"title": "More pages", "description": "a"}'),
  ('approved', 'scope_change', '{"title": "Fewer pages", "description": "b"}'),
  ('low', 'task_create', '{"title": "Send the proposal"}')) as card (name, kind, payload);
grant select on cards to public;
create function pg_temp.card(name text) returns uuid language sql as $$ select id from cards where cards.name = card.name $$;
create function pg_temp.calls(which text) returns table (path text, call text) language sql as $$
  values
    ('approve', format('select public.approve_approval(%L, 1)', pg_temp.card(which))),
    ('reject', format('select public.reject_approval(%L, ''No'')', pg_temp.card(which))),
    ('approve and execute', format('select public.approve_and_execute_approval(%L, 1)', pg_temp.card(which))) $$;
grant execute on all functions in schema pg_temp to public;

select is(tests.answer_in_session('lead', 'aal1', call), 'OPDEN second_factor_required', path || ' needs a second factor')
from pg_temp.calls('pending');
select is(tests.answer('lead', call), 'OPDEN second_factor_required', path || ' needs a second factor for a token without a session')
from pg_temp.calls('pending');
select is(tests.answer_in_session('lead', 'aal1', call, claimed_aal => 'aal2'), 'OPDEN second_factor_required',
  path || ' does not trust a claim that the session contradicts')
from pg_temp.calls('pending');
select is(tests.answer('service', call), '42501', path || ' refuses the secret key') from pg_temp.calls('pending');
select is(tests.answer('member', call), 'OPDEN role_not_allowed', path || ' refuses a member')
from pg_temp.calls('pending');
select tests.act_in_session('lead', 'aal1');
select is(public.batch_approve(array[pg_temp.card('pending')], jsonb_build_object(pg_temp.card('pending')::text, 1))
    #>> '{results,0,error,hint}', 'second_factor_required', 'a batch needs a second factor for each card');
select tests.act_as('owner');
select is(tests.status_of(pg_temp.card('pending')), 'pending', 'the refusals leave the card pending');
select is((select count(*) from public.approval_events where approval_id = pg_temp.card('pending') and type <> 'proposed'),
  0::bigint, 'the refusals add no event to the card');
select is(tests.answer_in_session('lead', 'aal1', format('select public.approve_approval(%L, 1)', pg_temp.card('low'))), 'ok',
  'low stakes need no second factor');

select tests.give_second_factor('lead');
select is(tests.answer_in_session('lead', 'aal2', format('select public.approve_approval(%L, 1)', pg_temp.card('approved'))),
  'ok', 'a lead with the second factor approves a card with high stakes');
select tests.act_as('owner');
delete from auth.mfa_factors where user_id = tests.id('lead user');
update auth.sessions set aal = 'aal1' where user_id = tests.id('lead user');
select is(tests.answer_in_session(persona, 'aal1', format('select public.execute_approval(%L)', pg_temp.card('approved'))),
  'OPDEN second_factor_required', 'executing an approved card needs the second factor of ' || persona)
from unnest(array['lead', 'admin']) as persona;
select is((select execution_requested_at from public.approvals where id = pg_temp.card('approved')), null,
  'the refusals request no execution');
select is(tests.answer_in_session('admin', 'aal1', call), 'OPDEN second_factor_required', 'changing the prompt needs a second factor: ' || path)
from (values ('a new base', $$ select public.set_base_prompt('Be brief.') $$),
  ('an older version', format('select public.rollback_prompt(%L)', tests.id('none')))) as cases (path, call);
select is((select count(*) from public.prompt_versions where origin = 'set'), 0::bigint, 'the refusals leave the prompt unchanged');

update public.organization_settings set requires_second_factor = 'never' where organization_id = tests.id('North');
select is(tests.answer_in_session('lead', 'aal1', format('select public.approve_approval(%L, 1)', pg_temp.card('pending'))),
  'ok', 'a password is enough where no second factor is required');
select * from finish();
rollback;
