-- The projects that an event, meeting or email may belong to, by the people on it and its title. Weaker kinds of
-- evidence never outweigh a stronger one: a contact of the client counts 0.6, a domain of the client 0.3, a project's
-- code or name in the title 0.15, the client's name there 0.05, and the colleagues on the project's team up to 0.04.
-- Ended work scores 0.001 less than other work. Colleagues alone never suffice for private.matched_projects, because
-- they also meet about other things, which the project's team could then read. Without with_team_alone, the colleagues'
-- many other projects are not read. Every lookup has an index. The plan is generic, because planning takes longer than
-- running, and it joins by these indexes alone: a hash join would read all projects. All projects of a client have the
-- client's score, so an item without colleagues gets only the first five of them, and those that the title names.
create or replace function private.candidates_of_items(
  organization_id uuid, items jsonb, with_team_alone boolean default true)
returns table (key text, project_id uuid, score numeric, reason text)
language plpgsql
stable
rows 100
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  -- An array, because the planner expects ten elements in an array, but a hundred from jsonb_array_elements().
  v_items constant jsonb[] := array(select jsonb_array_elements(candidates_of_items.items));
  v_own_domain constant text := (
    select organizations.email_domain from public.organizations
    where organizations.id = candidates_of_items.organization_id);
begin
  if v_items = '{}' then
    return;
  end if;
  return query
  with keyed_items as materialized (
    -- Keys are compared by their bytes, because comparing them by the rules of a language is slow.
    select (item ->> 'key') collate "C" as item_key, item ->> 'title' as title, item -> 'emails' as emails
    from unnest(v_items) as item
  ),
  addresses as materialized (
    select distinct keyed_items.item_key, lower(btrim(address)) as email
    from keyed_items cross join unnest(array(select jsonb_array_elements_text(keyed_items.emails))) as address
  ),
  -- People of clients, by their exact address.
  client_people as materialized (
    select addresses.item_key, addresses.email, people.client_id
    from addresses
    join public.people
      on people.organization_id = candidates_of_items.organization_id and people.email = addresses.email
     and people.archived_at is null and people.role = 'client'
    union
    select addresses.item_key, addresses.email, contacts.client_id
    from addresses
    join public.contacts
      on contacts.organization_id = candidates_of_items.organization_id and contacts.email = addresses.email
     and contacts.archived_at is null
  ),
  domains as materialized (
    select distinct address_domains.item_key, address_domains.domain
    from (
      select addresses.item_key, private.email_domain(addresses.email) as domain from addresses offset 0
    ) as address_domains
    where address_domains.domain <> v_own_domain and not private.is_public_email_domain(address_domains.domain)
  ),
  titles as materialized (
    select distinct keyed_items.item_key, private.title_phrases(keyed_items.title) as phrases from keyed_items
  ),
  phrases as materialized (
    select titles.item_key, phrase from titles cross join unnest(titles.phrases) as phrase
  ),
  client_evidence as materialized (
    select client_people.item_key, client_people.client_id, 'person' as evidence, min(client_people.email) as subject
    from client_people group by 1, 2
    union all
    select client_domains.item_key, client_domains.client_id, 'domain', min(client_domains.domain)
    from (
      select domains.item_key, domains.domain, clients.id as client_id
      from domains
      join public.clients
        on clients.organization_id = candidates_of_items.organization_id
       and private.web_domain(clients.website) = domains.domain and clients.archived_at is null
      union
      select domains.item_key, domains.domain, people.client_id
      from domains
      join public.people
        on people.organization_id = candidates_of_items.organization_id
       and private.email_domain(people.email) = domains.domain and people.role = 'client' and people.archived_at is null
      union
      select domains.item_key, domains.domain, contacts.client_id
      from domains
      join public.contacts
        on contacts.organization_id = candidates_of_items.organization_id
       and private.email_domain(contacts.email) = domains.domain and contacts.archived_at is null
    ) as client_domains
    where not exists (
      select from client_people
      where client_people.item_key = client_domains.item_key and client_people.client_id = client_domains.client_id)
    group by 1, 2
    union all
    select phrases.item_key, clients.id, 'client_name', null
    from phrases
    join public.clients
      on clients.organization_id = candidates_of_items.organization_id
     and private.search_name(clients.name) = phrases.phrase and clients.archived_at is null
  ),
  -- Computed once per client, because all its projects, which may be many, have the same score and reason.
  client_scores as materialized (
    select client_evidence.item_key, client_evidence.client_id, client_evidence.evidence,
      case client_evidence.evidence when 'person' then 0.6 when 'domain' then 0.3 else 0.05 end as score,
      case client_evidence.evidence
        when 'person' then format('%s is a contact of %s', client_evidence.subject, clients.name)
        when 'domain' then format('%s is a domain of %s', client_evidence.subject, clients.name)
        else format('The title names %s', clients.name) end as reason
    from client_evidence
    join public.clients
      on clients.organization_id = candidates_of_items.organization_id and clients.id = client_evidence.client_id
  ),
  title_evidence as materialized (
    select phrases.item_key, projects.id as project_id, projects.account_id,
      format('The title contains the code %s', projects.code) as reason
    from phrases
    join public.projects
      on projects.organization_id = candidates_of_items.organization_id
     and private.search_name(projects.code) = phrases.phrase and projects.code is not null and projects.archived_at is null
    union all
    select phrases.item_key, projects.id, projects.account_id, format('The title names %s', projects.name)
    from phrases
    join public.projects
      on projects.organization_id = candidates_of_items.organization_id
     and private.search_name(projects.name) = phrases.phrase and projects.archived_at is null
  ),
  colleagues as materialized (
    select addresses.item_key, people.id as person_id,
      count(*) over (partition by addresses.item_key) as colleague_count
    from addresses
    join public.people
      on people.organization_id = candidates_of_items.organization_id and people.email = addresses.email
     and people.archived_at is null and people.role <> 'client'
  ),
  project_evidence as materialized (
    select client_scores.item_key, client_projects.project_id, client_scores.evidence, client_scores.score,
      client_scores.reason
    from client_scores
    cross join lateral private.projects_of_client(
      candidates_of_items.organization_id, client_scores.client_id,
      -- All of them if there are colleagues, who may be on any of them.
      case when exists (select from colleagues where colleagues.item_key = client_scores.item_key) then null else 5 end
    ) as client_projects (project_id)
    union all
    select title_evidence.item_key, title_evidence.project_id, client_scores.evidence, client_scores.score,
      client_scores.reason
    from title_evidence
    join public.accounts
      on accounts.organization_id = candidates_of_items.organization_id
     and accounts.id = title_evidence.account_id and accounts.archived_at is null
    join client_scores
      on client_scores.item_key = title_evidence.item_key and client_scores.client_id = accounts.client_id
    union all
    select title_evidence.item_key, title_evidence.project_id, 'title', 0.15, title_evidence.reason from title_evidence
  ),
  team_counts as (
    select colleagues.item_key, project_members.project_id, count(*) as member_count,
      min(colleagues.colleague_count) as colleague_count
    from colleagues
    join public.project_members
      on project_members.organization_id = candidates_of_items.organization_id
     and project_members.person_id = colleagues.person_id
    join public.projects
      on projects.organization_id = candidates_of_items.organization_id
     and projects.id = project_members.project_id and projects.archived_at is null
    where candidates_of_items.with_team_alone
    group by 1, 2
    union all
    select colleagues.item_key, project_members.project_id, count(*) as member_count,
      min(colleagues.colleague_count) as colleague_count
    from (
      select distinct project_evidence.item_key, project_evidence.project_id from project_evidence) as other_evidence
    join colleagues on colleagues.item_key = other_evidence.item_key
    join public.project_members
      on project_members.project_id = other_evidence.project_id and project_members.person_id = colleagues.person_id
    where not candidates_of_items.with_team_alone
    group by 1, 2
  ),
  team_evidence as (
    select team_counts.item_key, team_counts.project_id, 'team',
      0.04 * team_counts.member_count / team_counts.colleague_count,
      case when team_counts.colleague_count = 1 then 'The only colleague involved is on the project'
        else format('%s of %s colleagues %s on the project', team_counts.member_count, team_counts.colleague_count,
          case when team_counts.member_count = 1 then 'is' else 'are' end) end
    from team_counts
  ),
  -- Each kind of evidence counts once, even if the code and the name of a project are both in the title.
  strongest_evidence as (
    select distinct on (matches.item_key, matches.project_id, matches.evidence collate "C") matches.*
    from (select * from project_evidence union all select * from team_evidence)
      as matches (item_key, project_id, evidence, score, reason)
    order by matches.item_key, matches.project_id, matches.evidence collate "C", matches.score desc, matches.reason collate "C"
  )
  select
    strongest_evidence.item_key, strongest_evidence.project_id,
    round(sum(strongest_evidence.score)
      - case when min(projects.status) in ('completed', 'cancelled') then 0.001 else 0 end, 4),
    string_agg(strongest_evidence.reason, '. ' order by strongest_evidence.score desc)
  from strongest_evidence
  join public.projects
    on projects.organization_id = candidates_of_items.organization_id and projects.id = strongest_evidence.project_id
  group by strongest_evidence.item_key, strongest_evidence.project_id;
end;
$$;
comment on function private.candidates_of_items(uuid, jsonb, boolean) is
  'Items are [{ key, emails, title }]; a key has no row if nothing suggests a project.';

-- The projects of a client in the order of candidates: unfinished work first, then by id. Without a limit, all of them.
-- An index has the projects of an account in this order; sorting is off, so that a plan for an empty table uses it too.
create or replace function private.projects_of_client(organization_id uuid, client_id uuid, max_projects integer)
returns setof uuid
language plpgsql
stable
rows 10
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
begin
  return query
  select account_projects.id
  from public.accounts
  cross join lateral (
    select projects.id, projects.status in ('completed', 'cancelled') as is_ended
    from public.projects
    where projects.organization_id = projects_of_client.organization_id and projects.account_id = accounts.id
      and projects.archived_at is null
    order by projects.status in ('completed', 'cancelled'), projects.id
    limit projects_of_client.max_projects
  ) as account_projects
  where accounts.organization_id = projects_of_client.organization_id
    and accounts.client_id = projects_of_client.client_id and accounts.archived_at is null
  order by account_projects.is_ended, account_projects.id
  limit projects_of_client.max_projects;
end;
$$;

-- The project of each item that has exactly one best candidate, with more evidence than colleagues.
create or replace function private.matched_projects(organization_id uuid, items jsonb)
returns table (key text, project_id uuid, score numeric, reason text)
language plpgsql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select ranking.key, ranking.project_id, ranking.score, ranking.reason
  from (
    select candidates.*, lead(candidates.score) over score_order as next_score, row_number() over score_order as rank
    from private.candidates_of_items(matched_projects.organization_id, matched_projects.items, false) as candidates
    window score_order as (partition by candidates.key collate "C" order by candidates.score desc)
  ) as ranking
  where ranking.rank = 1 and ranking.score >= 0.045 and ranking.next_score is distinct from ranking.score;
end;
$$;
comment on function private.matched_projects(uuid, jsonb) is
  'Items are [{ key, emails, title }]. An item whose best candidates are equal has no row.';

-- Every run of up to eight words of a title, in the form of private.search_name, so that an index finds a name and
-- not all names are read. A name of fewer than three characters is not evidence.
create or replace function private.title_phrases(title text)
returns text[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_words constant text[] := string_to_array(ltrim(private.search_name(left(title, 500))), ' ');
  v_count constant integer := coalesce(cardinality(v_words), 0);
  v_phrase text;
  v_phrases text[] := '{}';
begin
  for v_first in 1..least(v_count, 60) loop
    v_phrase := '';
    for v_last in v_first..least(v_first + 7, v_count) loop
      v_phrase := v_phrase || ' ' || v_words[v_last];
      if char_length(v_phrase) > 3 and v_phrase <> all (v_phrases) then
        v_phrases := v_phrases || v_phrase;
      end if;
    end loop;
  end loop;
  return v_phrases;
end;
$$;

create or replace function private.email_domain(email text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select lower(substring(btrim(email) from '@([^@[:space:]]+)$')) $$;
comment on function private.email_domain(text) is 'The part after the last @, in lower case; null without one.';

create or replace function private.web_domain(website text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select lower(substring(website from '^https?://(?:[^/?#@]*@)?(?:[wW]{3}\.)?([^/:?#]+)')) $$;
comment on function private.web_domain(text) is 'The host of a web address without www.';

-- Email providers where anyone can get an address: their domains reveal nothing about the sender's company.
create or replace function private.public_email_domains()
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select array[
    'gmail.com', 'googlemail.com', 'outlook.com', 'outlook.de', 'outlook.fr', 'hotmail.com', 'hotmail.co.uk', 'hotmail.de',
    'hotmail.fr', 'hotmail.it', 'hotmail.es', 'live.com', 'live.co.uk', 'live.de', 'live.fr', 'live.nl', 'msn.com',
    'yahoo.com', 'yahoo.co.uk', 'yahoo.co.jp', 'yahoo.co.in', 'yahoo.de', 'yahoo.fr', 'yahoo.es', 'yahoo.it', 'yahoo.ca',
    'yahoo.com.br', 'yahoo.com.au', 'ymail.com', 'rocketmail.com', 'aol.com', 'icloud.com', 'me.com', 'mac.com',
    'proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me', 'tutanota.com', 'tutanota.de', 'tuta.io', 'tuta.com',
    'fastmail.com', 'fastmail.fm', 'hey.com', 'zoho.com', 'zohomail.com', 'mail.com', 'email.com', 'gmx.com', 'gmx.net',
    'gmx.de', 'gmx.at', 'gmx.ch', 'web.de', 't-online.de', 'freenet.de', 'arcor.de', 'posteo.de', 'mailbox.org',
    'orange.fr', 'wanadoo.fr', 'free.fr', 'sfr.fr', 'laposte.net', 'libero.it', 'virgilio.it', 'alice.it', 'tiscali.it',
    'btinternet.com', 'sky.com', 'virginmedia.com', 'talktalk.net', 'ntlworld.com', 'blueyonder.co.uk', 'comcast.net',
    'verizon.net', 'att.net', 'sbcglobal.net', 'bellsouth.net', 'cox.net', 'charter.net', 'earthlink.net', 'rogers.com',
    'shaw.ca', 'sympatico.ca', 'bigpond.com', 'optusnet.com.au', 'xtra.co.nz', 'ziggo.nl', 'kpnmail.nl', 'planet.nl',
    'telenet.be', 'skynet.be', 'bluewin.ch', 'hispeed.ch', 'wp.pl', 'o2.pl', 'onet.pl', 'interia.pl', 'seznam.cz',
    'centrum.cz', 'azet.sk', 'freemail.hu', 'citromail.hu', 'abv.bg', 'mail.bg', 'ukr.net', 'mail.ru', 'inbox.ru',
    'list.ru', 'bk.ru', 'yandex.ru', 'yandex.com', 'ya.ru', 'rambler.ru', 'qq.com', 'foxmail.com', '163.com', '126.com',
    'sina.com', 'sohu.com', 'yeah.net', 'naver.com', 'hanmail.net', 'daum.net', 'rediffmail.com', 'uol.com.br',
    'bol.com.br', 'terra.com.br', 'hotmail.com.br', 'outlook.com.br', 'telia.com', 'online.no', 'mailinator.com',
    'guerrillamail.com', 'yopmail.com', '10minutemail.com', 'duck.com', 'privaterelay.appleid.com']
$$;
comment on function private.public_email_domains() is 'In lower case.';

create or replace function private.is_public_email_domain(domain text)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select lower(domain) = any (private.public_email_domains())
    -- These providers have a domain in most countries.
    or lower(domain) ~ '^(yahoo|ymail|hotmail|outlook|live|windowslive|gmx|aol|yandex|zoho|tutanota|tutamail)\.((com?|net)\.)?[a-z]{2,3}$'
$$;
comment on function private.is_public_email_domain(text) is 'Whether anyone can get an address at this domain.';
