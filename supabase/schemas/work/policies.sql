-- Only comments can be read through the Data API. The other tables are private, and functions read them.
alter table public.task_comments enable row level security;
alter table private.task_comment_versions enable row level security;
alter table private.task_comment_mentions enable row level security;
alter table private.week_locks enable row level security;
alter table private.timers enable row level security;
alter table private.hours_changes enable row level security;
alter table private.my_work_last_looks enable row level security;

revoke all on
  public.task_comments, private.task_comment_versions, private.task_comment_mentions, private.week_locks,
  private.timers, private.hours_changes, private.my_work_last_looks
  from public, anon, authenticated, service_role;
grant select on public.task_comments to authenticated, service_role;

create policy task_comments_select_in_scope on public.task_comments
  for select to authenticated
  using (
    project_id = any ((select private.visible_project_ids())::uuid[]) and archived_at is null
    and task_id <> all ((select private.hidden_task_ids())::uuid[]));
comment on policy task_comments_select_in_scope on public.task_comments is
  'Viewers of a project see the comments on its tasks, except removed ones and those on hidden tasks.';
