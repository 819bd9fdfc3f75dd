-- Demo data, second part. Ids go on as in seed.sql: 30 card, 31 prompt version, 32 skill, 33 version of a skill.

-- What the assistant is told. Rules and skills came by cards that the prompt owner approved, so the cards are
-- made first and the rest is carried out as they say.
create function pg_temp.demo_prompt_card(
  organization integer, number integer, kind public.approval_kind, title text, payload jsonb, days_ago integer)
returns uuid
language plpgsql
as $card$
declare
  v_id uuid := pg_temp.demo_id(30, organization, number);
  v_organization_id uuid := pg_temp.demo_id(1, organization, 1);
  v_proposer_id uuid := pg_temp.demo_id(5, organization, 2);
  v_decider_id uuid := pg_temp.demo_id(5, organization, 1);
  v_day date := current_date - days_ago;
  v_hash text;
begin
  insert into public.approvals (id, organization_id, kind, title, payload, proposer, proposed_by, created_at)
  values (v_id, v_organization_id, kind, title, payload, 'person', v_proposer_id, v_day - 1 + time '16:20')
  returning payload_hash into v_hash;
  insert into public.approval_versions (
    organization_id, approval_id, version, title, payload, payload_hash, written_by, scope_id, created_at)
  values (v_organization_id, v_id, 1, title, payload, v_hash, v_proposer_id, v_organization_id, v_day - 1 + time '16:20');
  update public.approvals
  set status = 'approved', decided_by = v_decider_id, decided_at = v_day + time '09:10', decided_version = 1,
      decided_hash = payload_hash
  where id = v_id;
  update public.approvals
  set status = 'executing', execution_requested_by = v_decider_id, execution_requested_at = v_day + time '09:10',
      execution_job_id = v_id, execution_attempt = 1, execution_started_at = v_day + time '09:10'
  where id = v_id;
  insert into public.approval_events (
    organization_id, approval_id, number, type, status, version, payload_hash, actor_id, actor_db_role, scope_id, occurred_at)
  select v_organization_id, v_id, event_number, type::public.approval_event_type, status::public.approval_status, 1, v_hash,
         actor_id, 'authenticated', v_organization_id, occurred_at
  from (values
    (1, 'proposed', 'pending', v_proposer_id, v_day - 1 + time '16:20'),
    (2, 'approved', 'approved', v_decider_id, v_day + time '09:10'),
    (3, 'execution_requested', 'executing', v_decider_id, v_day + time '09:10'),
    (4, 'executed', 'executed', null, v_day + time '09:11')
  ) as input (event_number, type, status, actor_id, occurred_at);
  return v_id;
end
$card$;

create function pg_temp.demo_prompt_card_done(card_id uuid, result jsonb, days_ago integer)
returns void
language sql
as $card$
  update public.approvals
  set status = 'executed', executed_at = current_date - days_ago + time '09:11', execution_job_id = null,
      result = demo_prompt_card_done.result
  where id = card_id
$card$;

do $prompts$
declare
  v_base text;
  v_rules text[] := '{}';
  v_row record;
  v_card_id uuid;
begin
  for v_row in
    select * from (values
      (1, 1, 'set', 1, 60, $p$You work for Northlight, a digital agency. You help its people see where projects stand.

Answer from the sources in the request and cite each one. If they don't contain the answer, say so and name who might know.
Write plainly, in the language of the question. Give each figure with its unit and date.$p$),
      (1, 2, 'learned_rule', 1, 30, 'Call a project late only after its due date; before that day, call it at risk.'),
      (1, 3, 'learned_rule', 1, 12, 'Before you propose a due date, name the days on which the client releases nothing.'),
      (1, 4, 'set', 1, 3, $p$You work for Northlight, a digital agency. You help its people see where projects stand and what is
missing before somebody decides.

Answer from the sources in the request and cite each one. If they don't contain the answer, say so and name who might know.
Write plainly, in the language of the question. Give each figure with its unit and date.

You propose; people decide. Never say that a change is done before its card is executed.$p$),
      (1, 5, 'staged', 2, 1, $p$You work for Northlight, a digital agency. You help its people see where projects stand and what is
missing before somebody decides.

Answer from the sources in the request and cite each one. If they don't contain the answer, say so and name who might know.
Write plainly, in the language of the question, in at most two paragraphs. Give each figure with its unit and date.

You propose; people decide. Never say that a change is done before its card is executed.$p$),
      (2, 1, 'set', 1, 40, 'You work for Alder & Slate. Answer from the sources in the request and cite them.')
    ) as input (o, n, origin, author, days_ago, text)
    order by o, n
  loop
    v_card_id := null;
    if v_row.n = 1 then
      v_rules := '{}';
    end if;
    if v_row.origin = 'learned_rule' then
      v_rules := v_rules || v_row.text;
      v_card_id := pg_temp.demo_prompt_card(
        v_row.o, v_row.n, 'prompt_update', format('Teach the assistant “%s”', v_row.text),
        jsonb_build_object('rule', v_row.text), v_row.days_ago);
    else
      v_base := v_row.text;
    end if;
    insert into public.prompt_versions (
      id, organization_id, number, base, rules, origin, approval_id, created_by, created_at)
    values (
      pg_temp.demo_id(31, v_row.o, v_row.n), pg_temp.demo_id(1, v_row.o, 1), v_row.n, v_base, v_rules,
      v_row.origin::public.prompt_origin, v_card_id, pg_temp.demo_id(5, v_row.o, v_row.author),
      current_date - v_row.days_ago + time '09:11');
    if v_row.origin = 'staged' then
      update public.live_prompts set staged_version_id = pg_temp.demo_id(31, v_row.o, v_row.n)
      where organization_id = pg_temp.demo_id(1, v_row.o, 1);
    else
      insert into public.live_prompts (organization_id, live_version_id, moved_by, moved_at)
      values (pg_temp.demo_id(1, v_row.o, 1), pg_temp.demo_id(31, v_row.o, v_row.n),
              pg_temp.demo_id(5, v_row.o, v_row.author), current_date - v_row.days_ago + time '09:11')
      on conflict (organization_id) do update
      set live_version_id = excluded.live_version_id, moved_by = excluded.moved_by, moved_at = excluded.moved_at;
    end if;
    if v_card_id is not null then
      perform pg_temp.demo_prompt_card_done(v_card_id, jsonb_build_object(
        'table', 'prompt_versions', 'id', pg_temp.demo_id(31, v_row.o, v_row.n)), v_row.days_ago);
    end if;
  end loop;

  for v_row in
    select * from (values
      (1, 11, 'weekly-update', 'Writing a weekly update', 25, $p$Begin with the results that the client can already see, not with the work behind them.
Then list late work, each item with its new date and the reason in one sentence.
End with the decisions that the client has to make, and by when. Leave out a part that would be empty.$p$),
      (1, 12, 'estimates', 'Estimating work', 8, $p$Find three finished tasks of the same service line, and name them.
Give a range, its middle and the facts that would change it. Never give a single figure alone.$p$),
      (2, 11, 'weekly-update', 'Weekly updates', 20, 'Three sentences: done, late, next.')
    ) as input (o, n, name, title, days_ago, content)
  loop
    v_card_id := pg_temp.demo_prompt_card(
      v_row.o, v_row.n, 'skill_update', format('Add skill “%s”', v_row.title),
      jsonb_build_object('name', v_row.name, 'title', v_row.title, 'content', v_row.content), v_row.days_ago);
    insert into public.skills (id, organization_id, name, created_at)
    values (pg_temp.demo_id(32, v_row.o, v_row.n), pg_temp.demo_id(1, v_row.o, 1), v_row.name,
            current_date - v_row.days_ago + time '09:11');
    insert into public.skill_versions (
      id, organization_id, skill_id, number, title, content, approval_id, created_by, created_at)
    values (
      pg_temp.demo_id(33, v_row.o, v_row.n), pg_temp.demo_id(1, v_row.o, 1), pg_temp.demo_id(32, v_row.o, v_row.n),
      1, v_row.title, v_row.content, v_card_id, pg_temp.demo_id(5, v_row.o, 1),
      current_date - v_row.days_ago + time '09:11');
    update public.skills set live_version_id = pg_temp.demo_id(33, v_row.o, v_row.n)
    where id = pg_temp.demo_id(32, v_row.o, v_row.n);
    perform pg_temp.demo_prompt_card_done(v_card_id, jsonb_build_object(
      'table', 'skill_versions', 'id', pg_temp.demo_id(33, v_row.o, v_row.n)), v_row.days_ago);
  end loop;
end
$prompts$;

drop function pg_temp.demo_prompt_card(integer, integer, public.approval_kind, text, jsonb, integer),
  pg_temp.demo_prompt_card_done(uuid, jsonb, integer);
