-- The bucket of documents, and how many calls of a route a person has per minute.
-- The types are those of private.document_types(); a test compares them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'documents', 'documents', false, 26214400,
  array[
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'text/csv', 'text/markdown', 'text/html', 'text/plain', 'message/rfc822', 'text/vtt',
    'application/x-subrip', 'application/vnd.ms-excel', 'application/octet-stream'])
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

insert into private.rate_limit_settings (route, default_calls)
values ('ingest-doc', 12), ('chat', 20), ('chat-stream', 10)
on conflict (route) do update set default_calls = excluded.default_calls;
