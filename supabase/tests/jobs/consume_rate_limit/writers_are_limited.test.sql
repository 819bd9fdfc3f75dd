-- People who are neither admin nor lead store text only through functions with a rate limit or a quota. A new function
-- without either fails this test: limit it, or list it here if its stored text cannot grow.
begin;
select plan(2);
create temporary table functions as
select (nspname || '.' || proname)::text as name, string_agg(prosrc, ' ') as body
from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
where nspname in ('public', 'private') group by 1;
create temporary table calls as
select functions.name as caller, called[1] as callee
from functions, regexp_matches(body, '\m((?:public|private)\.\w+)\s*\(', 'g') as called
where called[1] in (select name from functions);

create function pg_temp.reach(entry text) returns text language sql as $$
  with recursive reached (name) as (
    select entry collate "C" union select calls.callee from reached join calls on calls.caller = reached.name)
  select string_agg(body, ' ') from reached join functions using (name)
$$;
create temporary table writers as
select proname::text as name, pg_temp.reach('public.' || proname) as body,
  coalesce((select body from functions where functions.name = 'private.' || proname), '')
    || coalesce((select body from functions where functions.name = 'public.' || proname), '') as own
from (select distinct proname from pg_proc
      where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')) as callable
where pg_temp.reach('public.' || proname) ~ '\m(insert into|update|delete from) (public|private)\.';

select ok(count(*) > 40, 'the check finds more than forty functions that write') from writers;
select set_eq(
  $$ select name from writers
     where body !~ '(consume_rate_limit|reserve_storage)\(' and own !~ 'require_(lead|admin|admin_in_turn|decider|importer|prompt_owner)\(' $$,
  array[
    -- Functions that read. They record what a turn was shown, and who viewed as whom.
    'get_chat_spine', 'get_hours', 'get_inbox', 'get_spine', 'list_approvals', 'list_changes', 'list_documents',
    'list_people', 'list_projects', 'list_tasks', 'search_passages',
    -- Marks and links without text, and rows that each call replaces.
    'accept_invitation', 'archive_chat_session', 'begin_portal_view', 'discard_timer', 'mark_mentions_read',
    'mark_my_work_seen', 'open_client_file', 'open_document', 'open_request_file', 'read_account_notices', 'set_picture',
    -- Functions for admins and leads that share a function with the check.
    'clear_event_override', 'lock_week', 'unlock_week'],
  'every function that writes for members and clients is limited, except the listed ones');
select * from finish();
rollback;
