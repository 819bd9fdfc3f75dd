begin;
select plan(30);
select tests.two_agencies();
create function pg_temp.refusal(persona text, statement text) returns text language plpgsql as $$
declare
  v_code text;
  v_hint text;
begin
  perform tests.act_as(persona);
  begin
    execute statement;
  exception when others then
    get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return concat_ws(' ', v_code, nullif(v_hint, ''));
end;
$$;
create temporary table answers (step integer, answer jsonb);
grant all on answers to public;

select tests.act_as('member');
insert into answers select 1, public.add_task_comment(tests.id('shared task'), E'  Why?\nTell me. ',
  tests.ids(array['member2', 'member', 'lead', 'lead']));
select is(answer ->> 'body', E'Why?\nTell me.', 'a comment is stored in normal form') from answers where step = 1;
select is(answer -> 'author' ->> 'name', 'member', 'a comment has an author') from answers where step = 1;
select is((select string_agg(one ->> 'name', ' ' order by one ->> 'name') from jsonb_array_elements(answer -> 'mentions') as one),
  'lead member2', 'a repeated mention counts once, and a mention of the author does not count') from answers where step = 1;
select is(answer -> 'can_edit', 'true', 'the author can edit the comment') from answers where step = 1;
select is(public.get_task(tests.id('shared task')) -> 'comments' -> 0 ->> 'body', E'Why?\nTell me.', 'the task shows the comment');
select tests.act_as('owner');
create temporary table comment as select (answer ->> 'id')::uuid as id from answers where step = 1;
grant select on comment to public;
select is((select count(*)::integer from public.audit_events, comment where object_id = comment.id and after::text like '%Why%'), 0,
  'no audit event contains the text of a comment');

select tests.act_as('member2');
select is(public.get_my_work() -> 'mentions' -> 'items' -> 0 ->> 'body', E'Why?\nTell me.', 'a mentioned person finds the comment under My work');
select is(public.mark_mentions_read(array[id]), '{"read": 1, "unread": 0}', 'a mention that was read is no longer unread') from comment;
select is(public.mark_mentions_read(array[id]), '{"read": 0, "unread": 0}', 'reading the mention again changes nothing') from comment;
select is(public.get_task(tests.id('shared task')) -> 'comments' -> 0 -> 'can_edit', 'false', 'another person sees that they cannot edit the comment');
select tests.act_as('owner');
select is(pg_temp.refusal('member2', format('select public.edit_task_comment(%L, 1, %L)', id, 'x')), 'OPDEN not_the_author', 'another person cannot edit the comment') from comment;
select is(pg_temp.refusal('member2', format('select public.remove_task_comment(%L, 1)', id)), 'OPDEN not_the_author', 'another person cannot remove the comment') from comment;
select is(pg_temp.refusal('client', format('select public.remove_task_comment(%L, 1)', id)), 'OPDEN role_not_allowed', 'a client cannot remove a comment') from comment;
select is(pg_temp.refusal('other_admin', format('select public.remove_task_comment(%L, 1)', id)), 'OPNFD comment_not_found', 'another organization does not find the comment') from comment;
select is(pg_temp.refusal('member', format('select public.edit_task_comment(%L, 2, %L)', id, 'x')), 'OPSTA version_conflict', 'an edit at an earlier version is refused') from comment;
select is(pg_temp.refusal('member', format('select public.edit_task_comment(%L, 1, %L)', id, ' ')), 'OPINV invalid_text', 'an empty text is refused') from comment;
select is(pg_temp.refusal('member', $$ select public.add_task_comment(tests.id('alpha task'), 'x', tests.ids(array['member2'])) $$),
  'OPNFD mention_not_found', 'a mentioned person must see the project');
select is(pg_temp.refusal('member', $$ select public.add_task_comment(tests.id('alpha task'), 'x', tests.ids(array['client'])) $$),
  'OPNFD mention_not_found', 'a client contact cannot be mentioned');
select is(pg_temp.refusal('member2', $$ select public.add_task_comment(tests.id('alpha task'), 'x') $$), 'OPNFD task_not_found', 'a task outside the scope is not found');

select tests.act_as('member');
insert into answers select 2, public.edit_task_comment(id, 1, 'Because.', tests.ids(array['member2'])) from comment;
select is((answer ->> 'body', answer -> 'earlier' -> 0 ->> 'body', answer -> 'version')::text, E'(Because.,"Why?\nTell me.",2)',
  'an edited comment has its earlier text') from answers where step = 2;
select is(jsonb_array_length(answer -> 'mentions'), 1, 'an edited comment has its new mentions') from answers where step = 2;
select tests.act_as('owner');
select throws_ok('delete from private.task_comment_versions', 'OPSTA', null, 'an earlier text cannot be deleted');
select tests.act_as('lead');
insert into answers select 3, public.remove_task_comment(id, 2) from comment;
select isnt(answer -> 'archived_at', 'null', 'a lead removes a comment') from answers where step = 3;
select is(public.get_task(tests.id('shared task')) -> 'comments', '[]', 'the task does not show a removed comment');
select tests.act_as('member2');
select is_empty('select from public.task_comments where task_id = tests.id(''shared task'')', 'the Data API does not show a removed comment');
select tests.act_as('owner');
select is(pg_temp.refusal('member2', format('select public.restore_task_comment(%L, 3)', id)), 'OPNFD comment_not_found', 'another person does not find a removed comment to restore') from comment;
select tests.act_as('member');
select is(public.restore_task_comment(id, 3) -> 'archived_at', 'null', 'the author restores the comment') from comment;
select tests.act_as('owner');
alter table public.task_comments disable trigger tg_task_comments__count_version;
update public.task_comments set created_at = now() - interval '25 hours' where id = (select id from comment);
select is(pg_temp.refusal('member', format('select public.edit_task_comment(%L, 4, %L)', id, 'x')), 'OPSTA correction_closed', 'a comment cannot be edited after a day') from comment;
update public.projects set archived_at = now() where id = tests.id('shared');
select is(pg_temp.refusal('member', $$ select public.add_task_comment(tests.id('shared task'), 'x') $$), 'OPSTA project_archived', 'an archived project accepts no comment');
select is((select count(*)::integer from public.task_comments), 1, 'the refused comments are not stored');

select * from finish();
rollback;
