-- Which models turn text into vectors. There are two slots of vectors: a new model fills one of them in the
-- background while the other continues to serve search. install_vectors.sql creates the vector tables if the
-- database has pgvector.
create type private.embedding_model_state as enum ('filling', 'live', 'retired');
comment on type private.embedding_model_state is
  'filling: its vectors are being created. live: search uses them. retired: the previous model, until its slot is emptied.';

create table private.embedding_models (
  slot smallint primary key,
  name text not null,
  version text not null,
  label text not null generated always as (name || '@' || version) stored,
  dimensions integer not null default 384,
  state private.embedding_model_state not null default 'filling',
  created_at timestamptz not null default now(),
  live_since timestamptz,
  retired_at timestamptz,
  skipped_at timestamptz,
  constraint embedding_models_slot_name_version_key unique (slot, name, version),
  constraint two_slots check (slot >= 1 and slot <= 2),
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200),
  constraint version_is_present check (btrim(version) <> '' and char_length(version) <= 60),
  constraint vectors_have_one_length check (dimensions = 384),
  constraint live_model_has_start check ((state = 'filling') = (live_since is null)),
  constraint retired_has_end check ((state = 'retired') = (retired_at is not null))
);
comment on table private.embedding_models is 'The models of the two slots of vectors. All vectors in a slot are from the slot''s model.';
comment on column private.embedding_models.version is 'Set by the operator; a new version makes the service embed every text again.';
comment on column private.embedding_models.label is 'Name and version, by which the vector of a question names its model.';
comment on column private.embedding_models.skipped_at is
  'When passages were first left without a vector because the model could not be called; null if there are none.';

-- At most one model is in each state.
create unique index embedding_models_state_idx on private.embedding_models (state);
