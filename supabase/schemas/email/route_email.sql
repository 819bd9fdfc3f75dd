-- Where an email belongs: candidates with score and reason, and the one project that the router assigns it to, or the
-- reason why a person must assign it. `thread_project_ids` are the projects of the emails that it replies to. The router
-- assigns only emails that the sender's domain vouches for, and never across clients: a reply to a thread of one client
-- from the domain of another is only a suggestion. So is a name in the subject, because anyone can write one.
create or replace function private.route_email(
  email public.inbound_emails, thread_project_ids uuid[], known_candidates jsonb,
  out candidates jsonb, out project_id uuid, out rule public.email_rule, out reason text)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  -- Below this score, only names and colleagues suggest a project, and nothing about the sender does.
  v_sender_score constant numeric := 0.3;
  v_matches private.email_candidate[];
  v_thread private.email_candidate;
  v_best_match private.email_candidate;
begin
  v_matches := private.email_candidates(email, thread_project_ids, route_email.known_candidates);
  candidates := coalesce((
    select jsonb_agg(jsonb_build_object(
      'project_id', matches.project_id, 'score', matches.score, 'reason', matches.reason) order by matches.score desc, matches.project_id)
    from unnest(v_matches[1:5]) as matches), '[]');

  if email.auth_verdict = 'fail' then
    reason := format('%s could not verify that it is from %s', email.auth_by, email.from_domain);
  elsif email.auth_verdict = 'none' then
    reason := 'None of your trusted mail servers checked the sender';
  elsif email.automatic in ('bounce', 'list') then
    reason := case email.automatic when 'list' then 'Mailing list messages are not assigned automatically'
      else 'Bounces are not assigned automatically' end;
  elsif (select count(*) from unnest(v_matches) as matches where matches.is_thread) > 1 then
    reason := 'It replies to emails of several projects';
  elsif exists (select from unnest(v_matches) as matches where matches.is_thread) then
    select matches.* into v_thread from unnest(v_matches) as matches where matches.is_thread;
    if exists (
      select from unnest(v_matches) as matches
      where matches.client_id <> v_thread.client_id and (matches.is_domain or matches.known_score >= v_sender_score))
    then
      reason := 'It replies to a thread of a client other than the sender''s';
    elsif not private.is_known_in_thread(email, v_thread, v_matches, v_sender_score) then
      reason := format('%s is not a known participant of the thread', email.from_address);
    else
      project_id := v_thread.project_id;
      rule := 'thread';
      reason := v_thread.reason;
    end if;
  elsif email.automatic is not null then
    reason := 'Automatic replies outside a known thread are not assigned automatically';
  else
    select matches.* into v_best_match from unnest(v_matches) as matches
    where matches.is_domain or matches.known_score >= v_sender_score
    order by matches.score desc, matches.project_id limit 1;
    if v_best_match.project_id is null then
      reason := case when v_matches = '{}' then 'Nothing suggests a project'
        else 'Its sender is not known. Only its subject or recipients suggest a project' end;
    elsif exists (
      select from unnest(v_matches) as matches
      where matches.client_id <> v_best_match.client_id and (matches.is_domain or matches.known_score >= v_sender_score))
    then
      reason := 'Its sender matches several clients';
    elsif exists (
      select from unnest(v_matches) as matches
      where matches.project_id <> v_best_match.project_id
        and (matches.score >= v_best_match.score or matches.known_score >= coalesce(v_best_match.known_score, 0) + 0.1))
    then
      reason := 'Several projects of the sender''s client match';
    else
      project_id := v_best_match.project_id;
      rule := case when v_best_match.is_domain then 'domain'::public.email_rule else 'contact' end;
      reason := v_best_match.reason;
    end if;
  end if;
end;
$$;

create type private.email_candidate as (
  project_id uuid, client_id uuid, score numeric, reason text, is_thread boolean, is_domain boolean, known_score numeric);
comment on type private.email_candidate is
  'A project that an email may belong to. known_score is that of the people and names in it.';

-- The projects that the senders and subjects of emails suggest, the best ten of each, for all emails of a page at once.
create or replace function private.known_email_candidates(organization_id uuid, items jsonb)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
  select coalesce(jsonb_object_agg(candidate_lists.key, candidate_lists.candidates), '{}')
  from (
    select candidate.key, jsonb_agg(jsonb_build_object(
      'project_id', candidate.project_id, 'score', candidate.score, 'reason', candidate.reason)) as candidates
    from (
      select candidates.*, row_number() over (
        partition by candidates.key collate "C" order by candidates.score desc, candidates.project_id) as rank
      from private.candidates_of_items(known_email_candidates.organization_id, known_email_candidates.items) as candidates
    ) as candidate
    where candidate.rank <= 10
    group by candidate.key) as candidate_lists);
end;
$$;
comment on function private.known_email_candidates(uuid, jsonb) is
  'Items are [{ key, emails, title }]. Returns { key: [{ project_id, score, reason }] }.';

-- Every project that the thread, a remembered domain, the sender or the subject suggests, best first. Planning takes
-- longer than running, so PL/pgSQL keeps a generic plan, which looks up each of the few projects by its id.
create or replace function private.email_candidates(
  email public.inbound_emails, thread_project_ids uuid[], known_candidates jsonb)
returns private.email_candidate[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return (
  with known_projects as (
    select entry.*
    from jsonb_to_recordset(email_candidates.known_candidates) as entry (project_id uuid, score numeric, reason text)
  ),
  threads as (
    select distinct thread.project_id from unnest(thread_project_ids) as thread (project_id)
  ),
  domains as (
    select domains.project_id from public.email_domains as domains
    where domains.domain = email.from_domain and domains.organization_id is not distinct from email.organization_id
      and domains.removed_at is null
  ),
  suggestions as (
    select known_projects.project_id from known_projects union select threads.project_id from threads union select domains.project_id from domains
  )
  select coalesce(
    array_agg(row(matches.*)::private.email_candidate order by matches.score desc, matches.project_id), '{}')
  from (
    select
      suggestions.project_id, accounts.client_id,
      least(case
        when threads.project_id is not null then 0.95
        -- People and names decide between projects for which one domain is remembered.
        when domains.project_id is not null then 0.85 + coalesce(known_projects.score, 0) / 10
        else known_projects.score end, 1) as score,
      concat_ws('. ',
        case when threads.project_id is not null then 'Replies to an email of this project' end,
        case when domains.project_id is not null then format('%s is remembered for this project', email.from_domain) end,
        known_projects.reason) as reason,
      threads.project_id is not null as is_thread, domains.project_id is not null as is_domain, known_projects.score as known_score
    from suggestions
    join public.projects on projects.id = suggestions.project_id and projects.archived_at is null
    join public.accounts on accounts.id = projects.account_id
    left join known_projects on known_projects.project_id = suggestions.project_id
    left join threads on threads.project_id = suggestions.project_id
    left join domains on domains.project_id = suggestions.project_id
  ) as matches);
end;
$$;

-- Whether the sender belongs to the thread: a colleague, a person of the client, or the sender of an earlier
-- verified email in it.
create or replace function private.is_known_in_thread(
  email public.inbound_emails, thread private.email_candidate, candidates private.email_candidate[], sender_score numeric)
returns boolean
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
      select from unnest(candidates) as candidate
      where candidate.client_id = thread.client_id and (candidate.is_domain or candidate.known_score >= sender_score))
    or exists (
      select from public.people
      where people.organization_id = email.organization_id and people.email = email.from_address
        and people.role <> 'client' and people.archived_at is null)
    or exists (
      select from public.inbound_emails as earlier_email
      where earlier_email.organization_id = email.organization_id and earlier_email.from_address = email.from_address
        and earlier_email.project_id = thread.project_id and earlier_email.auth_verdict = 'pass'
        and earlier_email.rejected_at is null and earlier_email.removed_at is null and earlier_email.id <> email.id)
$$;
