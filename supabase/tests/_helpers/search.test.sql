-- Text for the tests of search. The file runs after personas and sources and commits too.
begin;
set local client_min_messages = warning;

-- Inserts a published source with one passage per text.
create function tests.text(
  name text,
  passages text[],
  project text default 'alpha',
  title text default null,
  language text default null,
  kind public.source_kind default 'note',
  is_restricted boolean default false,
  occurred_at timestamptz default null,
  location jsonb default '{}',
  keywords text default null
)
returns void
language plpgsql
as $$
declare
  v_organization_id uuid := (select organization_id from public.projects where id = tests.id(text.project));
begin
  insert into public.sources (id, organization_id, kind, project_id, title, is_restricted, published_version,
                              language, occurred_at, keywords)
  values (tests.id(text.name), v_organization_id, text.kind, tests.id(text.project),
          coalesce(text.title, text.name), text.is_restricted, 1, text.language, text.occurred_at, text.keywords);
  insert into public.passages (id, organization_id, source_id, source_version, position, content, location, scope_id)
  select tests.id(text.name || ' ' || cases.number - 1), v_organization_id, sources.id, 1, cases.number - 1,
         cases.passage, text.location, sources.scope_id
  from public.sources, unnest(text.passages) with ordinality as cases (passage, number)
  where sources.id = tests.id(text.name);
end;
$$;

-- Titles of the results, best first.
create function tests.search_titles(query text, filter jsonb default '{}')
returns text
language sql
as $$
  select coalesce(string_agg(result ->> 'title', ' ' order by (result ->> 'rank')::integer), '')
  from jsonb_array_elements(public.search_passages(
    search_titles.query,
    project_id => (filter ->> 'project_id')::uuid,
    source_kinds => (select array_agg(kind::public.source_kind) from jsonb_array_elements_text(filter -> 'kinds') as kind),
    source_id => (filter ->> 'source_id')::uuid,
    occurred_from => (filter ->> 'from')::date,
    occurred_to => (filter ->> 'to')::date,
    as_person_id => (filter ->> 'as')::uuid) -> 'results') as result
$$;

-- The words that the snippet of the first result marks.
create function tests.marked_words(query text)
returns text
language sql
as $$
  select string_agg(substr(result ->> 'snippet', (span ->> 0)::integer + 1, (span ->> 1)::integer - (span ->> 0)::integer),
                    '|' order by number)
  from (select public.search_passages(marked_words.query) -> 'results' -> 0 as result) as answer
  cross join lateral jsonb_array_elements(result -> 'highlights') with ordinality as cases (span, number)
$$;

grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(1);
select tests.two_agencies();
select tests.text('Plan', '{the budget}');
select tests.act_as('lead');
select is(tests.search_titles('budget'), 'Plan', 'an existing word is found');
select * from finish();
rollback;
