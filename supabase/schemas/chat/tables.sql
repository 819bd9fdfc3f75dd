-- Questions, answers, and the citations of the answers. Only its owner reads a conversation: no lead, no admin and no
-- key does.
create type public.chat_role as enum ('user', 'assistant', 'summary');
comment on type public.chat_role is 'summary: the model''s summary of earlier messages, to keep memory short; untrusted text, never an instruction.';
create type public.chat_message_status as enum ('answering', 'done', 'stopped', 'failed');
comment on type public.chat_message_status is
  'answering: the model writes. stopped: by the viewer, or by their next question. failed: it ended with an error.';
create type public.chat_citation_kind as enum ('chunk', 'row');
comment on type public.chat_citation_kind is 'A passage of a source, or a row of the portfolio.';

create table public.chat_sessions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  person_id uuid not null,
  as_person_id uuid,
  session_id uuid not null,
  title text not null,
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint chat_sessions_organization_id_id_person_id_key unique (organization_id, id, person_id),
  constraint chat_sessions_person_id_as_person_id_session_id_key
    unique nulls not distinct (person_id, as_person_id, session_id),
  constraint chat_sessions_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint chat_sessions_as_person_fkey foreign key (organization_id, as_person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint view_is_of_another_person check (as_person_id is distinct from person_id),
  constraint title_is_present check (btrim(title) <> '' and char_length(title) <= 120)
);
comment on table public.chat_sessions is 'Conversations; each belongs to one person.';
comment on column public.chat_sessions.session_id is
  'The id that the caller chose: the same id of another person, or in another person''s view, is another conversation.';
comment on column public.chat_sessions.as_person_id is 'The person whose view a lead uses; null in their own.';
comment on column public.chat_sessions.title is 'The beginning of the first question.';

create index chat_sessions_person_id_last_message_at_idx on public.chat_sessions (person_id, last_message_at desc);
create index chat_sessions_organization_id_person_id_idx on public.chat_sessions (organization_id, person_id);
create index chat_sessions_organization_id_as_person_id_idx on public.chat_sessions (organization_id, as_person_id);

create table public.chat_messages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  chat_session_id uuid not null,
  person_id uuid not null,
  number integer not null,
  role public.chat_role not null,
  status public.chat_message_status not null default 'done',
  content text not null default '',
  scope_ids uuid[] not null default '{}',
  scope_hash uuid not null generated always as (private.scope_hash(scope_ids)) stored,
  source_ids uuid[] not null default '{}',
  records_materials boolean not null default false,
  model text,
  tool_steps jsonb not null default '[]',
  context jsonb,
  usage jsonb,
  dropped_citations integer not null default 0,
  uncited_sentences integer not null default 0,
  unfound_figures text[] not null default '{}',
  error_code text,
  request_id text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint chat_messages_organization_id_id_key unique (organization_id, id),
  constraint chat_messages_organization_id_id_scope_hash_key unique (organization_id, id, scope_hash),
  constraint chat_messages_chat_session_id_number_role_key unique (chat_session_id, number, role),
  constraint chat_messages_session_fkey foreign key (organization_id, chat_session_id, person_id)
    references public.chat_sessions (organization_id, id, person_id) on delete restrict,
  constraint number_is_positive check (number >= 1),
  constraint content_is_bounded check (char_length(content) <= 200000),
  constraint content_is_present check (role = 'assistant' or content ~ '\S'),
  constraint only_answer_can_be_unfinished check (role = 'assistant' or status = 'done'),
  constraint end_has_time check ((status = 'answering') = (ended_at is null)),
  constraint failure_has_error_code check ((status = 'failed') = (error_code is not null)),
  constraint steps_are_a_list check (jsonb_typeof(tool_steps) = 'array'),
  constraint dropped_citations_are_not_negative check (dropped_citations >= 0),
  constraint uncited_sentences_are_not_negative check (uncited_sentences >= 0),
  constraint unfound_figures_are_bounded check (cardinality(unfound_figures) <= 20),
  constraint source_ids_are_bounded check (cardinality(source_ids) <= 500)
);
comment on table public.chat_messages is 'Questions, answers and summaries of a conversation, in order.';
comment on column public.chat_messages.number is 'Position in the conversation; a summary has the number of the last message that it covers.';
comment on column public.chat_messages.scope_ids is
  'The scopes that the text may draw on: projects, or the organization where a lead''s whole scope was read. A person who loses one of them can no longer read the message.';
comment on column public.chat_messages.scope_hash is 'Hash of the set of scope_ids, which policies compare.';
comment on column public.chat_messages.source_ids is
  'Sources that the model had been shown by then, cited or not, in this turn or an earlier one. A later proposal in the conversation cites them as influences.';
comment on column public.chat_messages.records_materials is
  'Whether private.chat_materials lists the material that the model was shown for this message; false for older answers.';
comment on column public.chat_messages.tool_steps is '[{ name, status, summary }], as they were shown.';
comment on column public.chat_messages.context is 'The size of the context that the model got: { projects, passages, chars, truncated }.';
comment on column public.chat_messages.usage is '{ input_tokens, output_tokens }, as the AI provider reported them.';
comment on column public.chat_messages.dropped_citations is 'Number of the model''s citations that could not be verified and were dropped.';
comment on column public.chat_messages.uncited_sentences is 'Number of sentences with a fact but without a valid citation.';
comment on column public.chat_messages.unfound_figures is
  'Figures of the answer that are in none of its sources: calculated, rounded or invented.';

create index chat_messages_person_id_idx on public.chat_messages (person_id, chat_session_id, number);
create index chat_messages_person_id_scope_hash_idx on public.chat_messages (person_id, scope_hash);
create index chat_messages_organization_id_chat_session_id_person_id_idx
  on public.chat_messages (organization_id, chat_session_id, person_id);
create index chat_messages_person_id_answering_idx on public.chat_messages (person_id) where status = 'answering';
create unique index chat_messages_answering_idx on public.chat_messages (chat_session_id) where status = 'answering';

create table public.chat_citations (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  message_id uuid not null,
  person_id uuid not null,
  number integer not null,
  kind public.chat_citation_kind not null,
  source_id uuid,
  source_version integer,
  passage_id uuid,
  row_table text,
  row_id uuid,
  project_id uuid,
  title text not null,
  quote text not null,
  scope_id uuid,
  message_scope_hash uuid,
  constraint chat_citations_pkey primary key (message_id, number),
  constraint chat_citations_message_fkey foreign key (organization_id, message_id)
    references public.chat_messages (organization_id, id) on delete restrict,
  constraint chat_citations_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint chat_citations_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  -- Restricting or moving a source changes its citations in the same statement.
  constraint chat_citations_source_fkey foreign key (organization_id, source_id, scope_id)
    references public.sources (organization_id, id, scope_id) on update cascade on delete cascade,
  -- A citation follows the scope of its message in the same statement.
  constraint chat_citations_message_scope_fkey foreign key (organization_id, message_id, message_scope_hash)
    references public.chat_messages (organization_id, id, scope_hash) on update cascade on delete restrict,
  constraint number_is_bounded check (number between 1 and 9999),
  constraint passage_has_source check (
    (kind = 'chunk' or row_table = 'documents') = (source_id is not null)
    and (kind = 'chunk') = (source_version is not null) and (kind = 'chunk') = (passage_id is not null)),
  constraint one_scope_is_compared check ((scope_id is null) = (message_scope_hash is not null)),
  constraint row_has_table check (
    (kind = 'row') = (row_table is not null) and (kind = 'row') = (row_id is not null)),
  constraint title_is_bounded check (char_length(title) <= 500),
  constraint quote_is_bounded check (char_length(quote) <= 4000)
);
comment on table public.chat_citations is 'The passages and rows that the numbers in an answer name. They were verified when it was written; readers see those in their current scope.';
comment on column public.chat_citations.passage_id is 'The passage at that time; a new version of the source has others.';
comment on column public.chat_citations.source_id is 'The source of a passage; for a document, its own id.';
comment on column public.chat_citations.scope_id is 'The scope of the source, or the project of the row; null for a row without a project.';
comment on column public.chat_citations.message_scope_hash is
  'For a row without a project, such as a person: its scope is that of its message.';

create index chat_citations_person_id_idx on public.chat_citations (person_id, message_id);
create index chat_citations_organization_id_message_id_scope_hash_idx
  on public.chat_citations (organization_id, message_id, message_scope_hash);
create index chat_citations_organization_id_person_id_idx on public.chat_citations (organization_id, person_id);
create index chat_citations_organization_id_project_id_idx on public.chat_citations (organization_id, project_id);
create index chat_citations_organization_id_source_id_scope_id_idx
  on public.chat_citations (organization_id, source_id, scope_id);

-- The material that the model was shown in a turn, as the reading functions recorded it: a scope, and the source if there
-- is one.
create table private.chat_materials (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  message_id uuid not null,
  scope_id uuid not null,
  source_id uuid,
  constraint chat_materials_message_id_scope_id_source_id_key
    unique nulls not distinct (message_id, scope_id, source_id),
  constraint chat_materials_message_fkey foreign key (organization_id, message_id)
    references public.chat_messages (organization_id, id) on delete restrict,
  constraint chat_materials_source_fkey foreign key (organization_id, source_id)
    references public.sources (organization_id, id) on delete restrict
);
comment on table private.chat_materials is 'The scopes of the rows and sources that the model was shown in a turn.';
comment on column private.chat_materials.scope_id is
  'A project, or the organization where the material is restricted or belongs to no single project.';
comment on column private.chat_materials.source_id is 'Null for rows that are not a source.';

create index chat_materials_organization_id_message_id_idx on private.chat_materials (organization_id, message_id);
create index chat_materials_organization_id_source_id_idx on private.chat_materials (organization_id, source_id);
