-- A client request creates a card with a due day for admins and leads, and ends with that card.
begin;
select plan(22);
select tests.two_agencies();
select tests.portals();

create function pg_temp.ask(content text) returns uuid language plpgsql as $$
declare
  v_id uuid;
begin
  perform tests.act_as('client');
  v_id := public.create_client_request(tests.id('alpha'), 'question', content) ->> 'id';
  perform tests.act_as('owner');
  return (select approval_id from private.client_requests where id = v_id);
end;
$$;
create temporary table card as select pg_temp.ask('When is the launch?') as answered, pg_temp.ask('Do it for free') as declined;
select is(kind::text || ' ' || status || ' ' || title, 'client_request pending Answer the client''s question “When is the launch?”', 'the title of the card names the action and the question')
from public.approvals, card where id = answered;
select is(proposed_by, tests.id('client'), 'the client contact is the proposer of the card') from public.approvals, card where id = answered;
select is(payload - 'respond_by', '{"request": "question", "text": "When is the launch?"}'::jsonb, 'the card of a request contains the text of the client') from public.approvals, card where id = answered;
select ok((payload ->> 'respond_by')::date between current_date + 1 and current_date + 6, 'the card of a request has a due day within a week') from public.approvals, card where id = answered;
select is(respond_by::text, payload ->> 'respond_by', 'a request has the due day of its card') from private.client_requests join public.approvals on approvals.id = approval_id, card where approval_id = answered;
select is(tests.answer('member', format('select public.reject_approval(%L, ''No'')', declined)), 'OPDEN role_not_allowed', 'a member cannot decide the card of a request') from card;
select is(tests.contact_answer('client', format('select public.approve_approval(%L, 1)', declined)), 'OPDEN role_not_allowed', 'a client contact cannot decide the card of their request') from card;

-- The client reads the lead's reply.
select is(tests.answer('lead', format($$ select public.edit_approval(%L, (select payload || '{"reply": "On 1 March."}' from public.approvals where id = %L), 1) $$, answered, answered)),
  'ok', 'a lead writes a reply') from card;
select unalike(tests.portal('client'), '%On 1 March.%', 'a reply is not published before the decision');
create function pg_temp.carry_out(card uuid) returns text language plpgsql as $$
declare
  v_job record;
begin
  perform tests.act_as('lead');
  perform public.approve_and_execute_approval(card, 2);
  v_job := tests.lease_job_of(card);
  perform tests.act_as('service');
  perform public.carry_out_execution(v_job.job_id, v_job.attempt);
  perform tests.act_as('owner');
  return tests.status_of(card);
end;
$$;
select is(pg_temp.carry_out(answered), 'executed', 'a lead executes the card of a request') from card;
select is(status::text || ' ' || reply, 'answered On 1 March.', 'a request whose card is executed is answered') from private.client_requests, card where approval_id = answered;
select alike(tests.portal('client'), '%On 1 March.%', 'the client reads the reply');
select is(tests.answer('lead', format('select public.reject_approval(%L, ''They never pay for that'')', declined)), 'ok', 'a lead rejects the card of a request') from card;
select is(status::text, 'declined', 'a request whose card is rejected is declined') from private.client_requests, card where approval_id = declined;
select unalike(tests.portal('client'), '%never pay%', 'the client does not read the reason of a rejection');

-- Only a client contact can send a request, and only about a project of their client.
select is(tests.answer(persona, $$ select public.create_client_request(tests.id('alpha'), 'question', 'Mine') $$), expected, persona || ' cannot send a client request')
from (values ('lead', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('anonymous', '42501'), ('service', '42501')) as cases (persona, expected);
select is(tests.contact_answer('garden_contact', $$ select public.create_client_request(tests.id('alpha'), 'question', 'Mine') $$),
  'OPNFD project_not_found', 'a contact of another client does not find the project');
select is(tests.answer('lead', $$ select public.propose_approval('client_request', tests.id('alpha'), '{"request": "question", "text": "Mine", "respond_by": "2026-12-01"}') $$),
  'OPINV invalid_proposal', 'a lead cannot send a request for a client');
select is((select count(*)::int from private.client_requests), 2, 'the refusals write nothing');

select * from finish();
rollback;
