-- Definers search scopes that are too wide for row-level security. They respect the caller's scope, even when they are
-- called directly.
begin;
select plan(26);
create or replace function private.exact_search_limit() returns integer language sql immutable set search_path = pg_catalog, pg_temp as 'select 0';
select tests.two_agencies();
select tests.text('Open', '{"the canary sings","nothing here"}', occurred_at => '2026-03-10 12:00+00');
select tests.text('Secret', '{"the canary is a secret, a canary indeed"}', is_restricted => true, kind => 'document');
select tests.text('Beta', '{"canary of beta"}', project => 'beta', kind => 'email', occurred_at => '2026-03-12 23:30+00');
select tests.text('South', '{"canary canary canary nightingale"}', project => 'delta');
create function pg_temp.ranks(word text, scopes uuid[]) returns boolean language sql as $$
  select exists (select from private.rank_wide_scope(scopes, '{}', array[word]::tsquery[], '{1}', array[word], null, null) as ranked
    where ranked.ids_by_words is not null or ranked.ids_by_names is not null or ranked.similar_words is not null)
$$;
create temporary table scopes as
  select tests.ids('{alpha,beta,gamma,shared,delta,North,South}') as all_of_them, tests.ids('{delta,South}') as of_south;
grant select on scopes to authenticated;
grant execute on function pg_temp.ranks(text, uuid[]) to authenticated;

select tests.act_as('lead');
select is((select count(*)::int from unnest(string_to_array(tests.search_titles('canary'), ' '))), 3, 'a lead finds all passages of the organization');
select is(tests.search_titles('nightingale'), '', 'a lead finds nothing of another organization');
select is(tests.search_titles('nightingael'), '', 'a misspelled word finds nothing of another organization');
select is(tests.search_titles('canary', jsonb_build_object('project_id', tests.id('beta'))), 'Beta', 'a filter finds passages of one project');
select is(tests.search_titles('canary', '{"kinds": ["email"]}'), 'Beta', 'a filter finds passages of one kind');
select is(tests.search_titles('canary', '{"kinds": ["email", "note"], "to": "2026-03-11"}'), 'Open', 'a filter finds passages up to a day');
select is(tests.search_titles('canary', jsonb_build_object('as', tests.id('member'))), 'Open', 'a lead who views as a member finds passages that both see');
select is(tests.search_titles('"canary sings" beta'), 'Open', 'a required phrase is found');
select is(tests.search_titles('canary -sings -beta'), 'Secret', 'passages with an excluded word are not found');

select is(public.search_passages('nightingale') ->> 'partial', 'false', 'an answer that ranks all passages with the word is not partial');
select is(public.search_passages('"canary sings"') ->> 'partial', 'false', 'an answer that ranks all passages with the phrase is not partial');

select tests.act_as('member');
select is(tests.search_titles('canary'), 'Open', 'a member finds unrestricted passages of their projects');
select is(tests.search_titles('secret'), '', 'a word finds no passage of other scopes for a member');
select is(tests.search_titles('secrte indeed beta'), '', 'a misspelled word finds nothing of other scopes');
select ok(pg_temp.ranks('canary', all_of_them), 'a direct call with all scopes is answered') from scopes;
select is(
  (select ranked.ids_by_words from scopes, private.rank_wide_scope(scopes.all_of_them, '{}', '{canary}', '{1}', '{canary}', null, null) as ranked),
  array(select passages.id from public.passages where passages.content like '%canary%'), 'a direct call ranks only passages that the caller sees');
select ok(not pg_temp.ranks('secret', all_of_them), 'a direct call ranks no word of another scope') from scopes;
select ok(not pg_temp.ranks('nightingael', all_of_them), 'a direct call ranks no similar word of another scope') from scopes;
select ok(not pg_temp.ranks('canary', of_south), 'a direct call that names only other scopes gets nothing') from scopes;
select throws_ok($$ select private.candidate_passages('{}', '{}', '{canary}', '{1}', null) $$, '42501', null, 'a caller cannot call the function that bypasses row-level security');
select tests.act_as('owner');
update public.sources set is_restricted = true where id = tests.id('Open');
select tests.act_as('member');
select is(tests.search_titles('canary'), '', 'a member no longer finds a source once it is restricted');
select ok(not pg_temp.ranks('canary', all_of_them), 'a direct call no longer ranks a source once it is restricted') from scopes;
select tests.act_as('client');
select ok(not pg_temp.ranks('canary', all_of_them), 'a direct call of a client contact ranks nothing') from scopes;
select tests.act_as('other_admin');
select is(tests.search_titles('canary'), 'South', 'another organization finds its own passages');

select tests.act_as('owner');
select tests.text('Many', array(select 'the heron waits ' || number from generate_series(1, 3100) as number));
select tests.act_as('lead');
select is(public.search_passages('heron') ->> 'partial', 'true', 'an answer is partial if more passages have a word than are ranked');
select tests.act_as('member2');
select is(public.search_passages('heron') ->> 'partial', 'false', 'passages outside the scope do not make an answer partial');

select tests.act_as('owner');
select * from finish();
rollback;
