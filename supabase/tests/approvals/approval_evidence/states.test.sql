-- A citation is what its source says now, to whom may see it.
begin;
select plan(39);
select tests.two_agencies();
select tests.sources();

create function pg_temp.card(cited jsonb) returns uuid language sql as $$
  select tests.propose('lead', 'task_create', '{"title": "Send it"}', 'alpha', jsonb_build_array(cited))
$$;
-- State of the only citation of a card for a person, or another key of it.
create function pg_temp.shown(card uuid, key text default 'state', persona text default 'lead') returns text language sql as $$
  select private.approval_evidence(approvals, people) -> 0 ->> key
  from public.approvals, public.people where approvals.id = card and people.id = tests.id(persona)
$$;

-- Verbatim, but for white space and the forms of quotes, dashes and composed letters.
create temporary table said as
select quote, state, passage, pg_temp.card(tests.cite('brief', quote, passage)) as card
from (values
  ('the budget – all of it – is agreed', 'verified', 0),
  ('the budget - all  of it — is agreed', 'verified', 0),
  (E'says: "the budget – all\nof it', 'verified', 0),
  ('„the budget', 'verified', 0),
  (E'agreed”. We begin', 'verified', 0),
  ('The budget – all of it – is agreed', 'misquoted', 0),
  ('the budget – all of it is agreed', 'misquoted', 0),
  ('the budget … is agreed', 'misquoted', 0),
  ('the budgets', 'misquoted', 0),
  ('%', 'misquoted', 0),
  ('Passage 1 of brief', 'misquoted', 0),
  ('Passage 1 of brief', 'verified', 1),
  ('Passage 1 of brief', 'verified', null),
  ('We begin Passage 2 of brief says', 'verified', null),
  ('We begin Passage 2 of brief says', 'verified', 1),
  ('We begin Passage 2 of brief says', 'misquoted', 0),
  ('We begin Passage 0 of brief', 'misquoted', null),
  ('Passage 3 of brief', 'misquoted', null)
) as given (quote, state, passage);
select is(pg_temp.shown(card), state, format('%s in passage %s', quote, coalesce(passage::text, 'any'))) from said;
select is(pg_temp.shown(card, 'chunk_id')::uuid, tests.id('Brief 1'), 'the passage with the quote is found') from said
where quote = 'Passage 1 of brief' and passage is null;
select matches(pg_temp.shown(card, 'passage'), '^Passage 1 of brief says', 'and its words are the passage') from said
where quote = 'We begin Passage 2 of brief says' and passage is null;

-- What was looked for in this text when it was proposed is not looked for again: a source can be long, a card can
-- have two hundred quotes, and everybody opens the inbox.
update public.passages set content = 'Passage 3 of brief' where id = tests.id('Brief 0');
select is(pg_temp.shown(card), 'misquoted', 'a quote that was missing stays missing') from said
where quote = 'Passage 3 of brief';
update public.passages set content = 'Passage 0 of brief says: “the budget – all of it – is agreed”. We begin' where id = tests.id('Brief 0');
select is(pg_temp.shown(card, 'chunk_id')::uuid, tests.id('Brief 1'), 'one that runs on into the next passage is kept by where it begins') from said
where quote = 'We begin Passage 2 of brief says' and passage is null;

-- A letter with its accent as a character of its own is the same letter.
update public.passages set content = E'U\u0308ber das Budget' where id = tests.id('Brief 2');
select is(pg_temp.shown(pg_temp.card(tests.cite('brief', E'\u00dcber das Budget', 2))), 'verified', 'composed or not')
from (values (1)) as once;

create temporary table card as select
  pg_temp.card(tests.cite('brief')) as own, pg_temp.card(tests.cite('notes')) as other,
  pg_temp.card(tests.cite('contract')) as contract, pg_temp.card(tests.cite('brief', null, null, 'influence')) as influence;
select is(pg_temp.shown(influence), 'verified', 'an influence needs no quote') from card;
select is(pg_temp.shown(contract), 'verified', 'a source that was restricted when it was cited carries the card') from card;
select is(pg_temp.shown(contract, 'state', 'member'), 'restricted', 'not for who may not see it') from card;
select is(pg_temp.shown(other, 'state', 'member'), 'out_of_scope', 'nor does another project''s') from card;
select results_eq(
  $$ select distinct key from card, public.approvals, public.people,
     lateral jsonb_each(private.approval_evidence(approvals, people) -> 0) as shown (key, value)
     where approvals.id in (card.other, card.contract) and people.id = tests.id('member') and jsonb_typeof(value) <> 'null' order by key $$,
  array['number', 'role', 'source_id', 'state'], 'who may not see a source learns nothing of it');
select is(pg_temp.shown(own, 'state', 'client'), 'out_of_scope', 'nor does a client') from card;

-- What happens to the source afterwards. Each is put back.
update public.sources set version = 2 where id = tests.id('brief');
select is(pg_temp.shown(own), 'changed', 'another version is there') from card;
insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
values (tests.id('North'), tests.id('brief'), 2, 0, 'Now: the budget – all of it – is agreed, in May.', tests.id('alpha'));
update public.sources set published_version = 2 where id = tests.id('brief');
select is(pg_temp.shown(own), 'changed', 'and published') from card;
select is(pg_temp.shown(own, 'passage'), 'Now: the budget – all of it – is agreed, in May.', 'the passage is the current one') from card;
delete from public.passages where source_id = tests.id('brief') and source_version = 1;
select is(pg_temp.shown(own), 'changed', 'with the old passages gone it is still a change') from card;
update public.sources set published_version = 1, version = 1 where id = tests.id('brief');
select is(pg_temp.shown(own), 'missing', 'the cited passage is gone') from card;
select is(pg_temp.shown(influence), 'verified', 'which what names no passage does not mind') from card;
update public.sources set archived_at = now() where id = tests.id('notes');
select is(pg_temp.shown(other), 'missing', 'an archived source is missing') from card;
update public.sources set archived_at = null, published_version = null where id = tests.id('notes');
select is(pg_temp.shown(other), 'missing', 'so is one that is not published') from card;
update public.sources set published_version = 1, is_restricted = true where id = tests.id('notes');
select is(pg_temp.shown(other), 'restricted', 'one restricted since carries nothing any more, not even for a lead') from card;
select isnt(pg_temp.shown(other, 'quote'), null, 'who may still read it') from card;

select * from finish();
rollback;
