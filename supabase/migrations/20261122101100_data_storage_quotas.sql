-- How much one person and one organization may store, how often a person may propose, and what is stored already.
insert into private.rate_limit_settings (route, default_calls)
values ('propose', 30)
on conflict (route) do update set default_calls = excluded.default_calls;

insert into private.quotas (name, default_limit)
values
  ('open_cards_per_person', 200),
  ('documents_bytes_per_person', 5368709120),
  ('documents_bytes_per_organization', 107374182400),
  ('text_bytes_per_person', 268435456),
  ('text_bytes_per_organization', 4294967296)
on conflict (name) do update set default_limit = excluded.default_limit;

insert into private.storage_usage (organization_id, person_id, kind, bytes)
select document_versions.organization_id, document_versions.uploaded_by, 'documents', sum(document_versions.size_bytes)
from public.document_versions
where document_versions.uploaded_by is not null
group by document_versions.organization_id, document_versions.uploaded_by
on conflict (person_id, kind) do nothing;

insert into private.storage_usage (organization_id, person_id, kind, bytes)
select stored.organization_id, stored.person_id, 'text', sum(stored.bytes)
from (
  select chat_messages.organization_id, chat_messages.person_id,
    octet_length(chat_messages.content) + octet_length(chat_messages.tool_steps::text) as bytes
  from public.chat_messages
  union all
  select approval_versions.organization_id, approval_versions.written_by, octet_length(approval_versions.payload::text)
  from public.approval_versions
  where approval_versions.written_by is not null
) as stored
group by stored.organization_id, stored.person_id
on conflict (person_id, kind) do nothing;
