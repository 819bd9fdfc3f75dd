-- A citation shows the current text of its source to people who can see the source.
begin;
select plan(39);
select tests.two_agencies();
select tests.sources();

create function pg_temp.card(cited jsonb) returns uuid language sql as $$
  select tests.propose('lead', 'task_create', '{"title": "Send it"}', 'alpha', jsonb_build_array(cited))
$$;
-- The state of a card's only citation as a person sees it, or another key of the citation.
create function pg_temp.evidence(card uuid, key text default 'state', persona text default 'lead') returns text language sql as $$
  select private.approval_evidence(approvals, people) -> 0 ->> key
  from public.approvals, public.people where approvals.id = card and people.id = tests.id(persona)
$$;

-- A quote is verbatim except for white space and the forms of quotes, dashes and composed letters.
create temporary table quotes as
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
) as cases (quote, state, passage);
select is(pg_temp.evidence(card), state, format('a citation of %L in passage %s is %s', quote, coalesce(passage::text, 'any'), state)) from quotes;
select is(pg_temp.evidence(card, 'chunk_id')::uuid, tests.id('Brief 1'), 'the passage with the quote is found') from quotes
where quote = 'Passage 1 of brief' and passage is null;
select matches(pg_temp.evidence(card, 'passage'), '^Passage 1 of brief says', 'the evidence has the text of the passage') from quotes
where quote = 'We begin Passage 2 of brief says' and passage is null;

-- A quote is searched for once, when the card is proposed: a source can be long, a card can have two hundred quotes,
-- and everyone opens the inbox.
update public.passages set content = 'Passage 3 of brief' where id = tests.id('Brief 0');
select is(pg_temp.evidence(card), 'misquoted', 'a quote that was missing stays missing') from quotes
where quote = 'Passage 3 of brief';
update public.passages set content = 'Passage 0 of brief says: “the budget – all of it – is agreed”. We begin' where id = tests.id('Brief 0');
select is(pg_temp.evidence(card, 'chunk_id')::uuid, tests.id('Brief 1'), 'a quote that spans two passages belongs to the first one') from quotes
where quote = 'We begin Passage 2 of brief says' and passage is null;

-- A letter with its accent as a separate character is the same letter.
update public.passages set content = E'U\u0308ber das Budget' where id = tests.id('Brief 2');
select is(pg_temp.evidence(pg_temp.card(tests.cite('brief', E'\u00dcber das Budget', 2))), 'verified', 'a decomposed letter in a quote matches a composed one')
from (values (1)) as once;

create temporary table card as select
  pg_temp.card(tests.cite('brief')) as own, pg_temp.card(tests.cite('notes')) as other,
  pg_temp.card(tests.cite('contract')) as contract, pg_temp.card(tests.cite('brief', null, null, 'influence')) as influence;
select is(pg_temp.evidence(influence), 'verified', 'an influence needs no quote') from card;
select is(pg_temp.evidence(contract), 'verified', 'a source that was restricted when it was cited is valid evidence') from card;
select is(pg_temp.evidence(contract, 'state', 'member'), 'restricted', 'a restricted source is not evidence for a member') from card;
select is(pg_temp.evidence(other, 'state', 'member'), 'out_of_scope', 'a source of another project is not evidence for a member') from card;
select results_eq(
  $$ select distinct key from card, public.approvals, public.people,
     lateral jsonb_each(private.approval_evidence(approvals, people) -> 0) as fields (key, value)
     where approvals.id in (card.other, card.contract) and people.id = tests.id('member') and jsonb_typeof(value) <> 'null' order by key $$,
  array['number', 'role', 'source_id', 'state'], 'a member who cannot see the source learns nothing about it');
select is(pg_temp.evidence(own, 'state', 'client'), 'out_of_scope', 'a client learns nothing about the source') from card;

-- Later changes of the source. Each one is reversed.
update public.sources set version = 2 where id = tests.id('brief');
select is(pg_temp.evidence(own), 'changed', 'a new version of the source changes the state') from card;
insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
values (tests.id('North'), tests.id('brief'), 2, 0, 'Now: the budget – all of it – is agreed, in May.', tests.id('alpha'));
update public.sources set published_version = 2 where id = tests.id('brief');
select is(pg_temp.evidence(own), 'changed', 'a published new version changes the state') from card;
select is(pg_temp.evidence(own, 'passage'), 'Now: the budget – all of it – is agreed, in May.', 'the evidence shows the passage of the published version') from card;
delete from public.passages where source_id = tests.id('brief') and source_version = 1;
select is(pg_temp.evidence(own), 'changed', 'the state stays changed when the old passages are deleted') from card;
update public.sources set published_version = 1, version = 1 where id = tests.id('brief');
select is(pg_temp.evidence(own), 'missing', 'the evidence is missing when the passages of its version are deleted') from card;
select is(pg_temp.evidence(influence), 'verified', 'an influence stays verified when its passages are deleted') from card;
update public.sources set archived_at = now() where id = tests.id('notes');
select is(pg_temp.evidence(other), 'missing', 'a citation of an archived source is missing') from card;
update public.sources set archived_at = null, published_version = null where id = tests.id('notes');
select is(pg_temp.evidence(other), 'missing', 'a citation of an unpublished source is missing') from card;
update public.sources set published_version = 1, is_restricted = true where id = tests.id('notes');
select is(pg_temp.evidence(other), 'restricted', 'a source restricted later is not valid evidence, not even for a lead') from card;
select isnt(pg_temp.evidence(other, 'quote'), null, 'a lead can still read the quote of a source that was restricted later') from card;

select * from finish();
rollback;
