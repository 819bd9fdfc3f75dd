-- Assigns an email to a project or to none, and shows or hides it. Its source and the documents of its attachments
-- follow; a document that a person archived stays archived. The next scheduled poll indexes it there.
create or replace function private.place_email(
  email_id uuid, project_id uuid, rule public.email_rule, reason text, assigned_by uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email public.inbound_emails;
  v_is_hidden boolean;
begin
  update public.inbound_emails
  set project_id = place_email.project_id, rule = place_email.rule, reason = place_email.reason,
      assigned_by = place_email.assigned_by,
      indexed_at = case
        when inbound_emails.project_id is not distinct from place_email.project_id then inbound_emails.indexed_at end,
      index_attempts = 0
  where inbound_emails.id = place_email.email_id
  returning * into v_email;
  v_is_hidden := v_email.rejected_at is not null or v_email.removed_at is not null;
  -- Without a project none of its text may be found.
  if v_email.project_id is null then
    perform private.publish_passages(v_email.id, '[]');
  end if;
  update public.sources
  set project_id = v_email.project_id,
      archived_at = case when v_is_hidden then coalesce(sources.archived_at, now()) end
  where sources.id = v_email.id;
  -- A document always has a project, so without one it is archived in its former project.
  if v_is_hidden or v_email.project_id is null then
    update private.email_attachments set is_hidden = true
    from public.sources
    where email_attachments.email_id = v_email.id and sources.id = email_attachments.document_id
      and sources.archived_at is null;
  end if;
  update public.sources
  set project_id = coalesce(v_email.project_id, sources.project_id),
      archived_at = case
        when not attachments.is_hidden then sources.archived_at
        when v_is_hidden or v_email.project_id is null then coalesce(sources.archived_at, now()) end
  from private.email_attachments as attachments
  where attachments.email_id = v_email.id and sources.id = attachments.document_id;
  if not v_is_hidden and v_email.project_id is not null then
    update private.email_attachments set is_hidden = false
    where email_attachments.email_id = v_email.id and email_attachments.is_hidden;
  end if;
end;
$$;

-- Hides an email, or shows it again with its note entry, which the next poll writes.
create or replace function private.show_email(email_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email public.inbound_emails;
begin
  update public.inbound_emails set indexed_at = null, index_attempts = 0
  where inbound_emails.id = show_email.email_id returning * into v_email;
  perform private.place_email(v_email.id, v_email.project_id, v_email.rule, v_email.reason, v_email.assigned_by);
end;
$$;

-- Shows an email that its mailbox lists again.
create or replace function private.return_email(email_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.inbound_emails set removed_at = null
  where inbound_emails.id = return_email.email_id and inbound_emails.removed_at is not null;
  if found then
    perform private.show_email(return_email.email_id);
  end if;
end;
$$;
