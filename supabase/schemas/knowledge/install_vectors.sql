-- Creates the tables that need pgvector, once, if the database has it: the vectors of passages, with the scope and
-- the cascades of the passages. True if they exist. A migration calls it, and so does the start of a stack, because
-- a database may get pgvector later. Without vectors, search uses words alone.
create or replace function private.install_vectors()
returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_version text;
  v_schema text;
  v_function regprocedure;
begin
  if private.vectors_installed() then
    return true;
  end if;
  select coalesce(available.installed_version, available.default_version) into v_version
  from pg_available_extensions as available where available.name = 'vector';
  -- pgvector 0.8 added index scans that continue until enough rows are in scope.
  if v_version is null
    or string_to_array(substring(v_version from '^[0-9]+(?:\.[0-9]+)*'), '.')::integer[] < '{0,8}'
  then
    return false;
  end if;
  begin
    create extension if not exists vector with schema extensions;
  exception when insufficient_privilege then
    raise warning 'pgvector is available, but this role may not create the extension, so search uses words alone';
    return false;
  end;
  select pg_namespace.nspname into v_schema
  from pg_extension join pg_namespace on pg_namespace.oid = pg_extension.extnamespace
  where pg_extension.extname = 'vector';
  if v_schema <> 'extensions' then
    raise warning 'pgvector is in the schema % instead of extensions, so search uses words alone', v_schema;
    return false;
  end if;
  -- Nothing is granted by default, not even functions of an extension, and its operators are checked like
  -- functions.
  for v_function in
    select pg_proc.oid
    from pg_depend join pg_proc on pg_proc.oid = pg_depend.objid
    where pg_depend.classid = 'pg_proc'::regclass and pg_depend.deptype = 'e'
      and pg_depend.refobjid = (select pg_extension.oid from pg_extension where pg_extension.extname = 'vector')
      and not has_function_privilege('authenticated', pg_proc.oid, 'execute')
  loop
    execute format('grant execute on routine %s to authenticated', v_function);
  end loop;

  create table private.passage_embeddings (
    slot smallint not null,
    model text not null,
    version text not null,
    passage_id uuid not null,
    organization_id uuid not null,
    source_id uuid not null,
    scope_id uuid not null,
    embedding extensions.vector(384) not null,
    created_at timestamptz not null default now(),
    -- All vectors in a slot are from the model that is registered for it.
    constraint passage_embeddings_model_fkey foreign key (slot, model, version)
      references private.embedding_models (slot, name, version) on delete restrict,
    constraint passage_embeddings_pkey primary key (slot, model, version, passage_id),
    -- Restricting, moving or deleting a source changes its vectors in the same statement.
    constraint passage_embeddings_passage_fkey foreign key (organization_id, passage_id, source_id, scope_id)
      references public.passages (organization_id, id, source_id, scope_id) on update cascade on delete cascade
  ) partition by list (slot);
  -- Each slot is a separate table, so that it can be emptied at once.
  create table private.passage_embeddings_1 partition of private.passage_embeddings for values in (1);
  create table private.passage_embeddings_2 partition of private.passage_embeddings for values in (2);

  create index passage_embeddings_scope_id_idx on private.passage_embeddings (scope_id, source_id, passage_id, organization_id);
  create index passage_embeddings_embedding_idx on private.passage_embeddings
    using hnsw (embedding extensions.vector_cosine_ops);

  comment on table private.passage_embeddings is 'Vectors of published passages, per slot; model and version are those that created them.';
  comment on table private.passage_embeddings_1 is 'The first slot.';
  comment on table private.passage_embeddings_2 is 'The second slot.';
  comment on column private.passage_embeddings.scope_id is 'The scope of its source.';

  alter table private.passage_embeddings enable row level security;
  alter table private.passage_embeddings_1 enable row level security;
  alter table private.passage_embeddings_2 enable row level security;
  revoke all on private.passage_embeddings, private.passage_embeddings_1, private.passage_embeddings_2
    from public, anon, authenticated, service_role;
  grant select on private.passage_embeddings to authenticated;
  create policy passage_embeddings_select_in_scope on private.passage_embeddings
    for select to authenticated
    using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
  comment on policy passage_embeddings_select_in_scope on private.passage_embeddings is
    'Searches use the vectors of sources that the viewer sees. The Data API does not expose vectors.';
  return true;
end;
$$;

create or replace function private.vectors_installed()
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return to_regclass('private.passage_embeddings') is not null;
end;
$$;
comment on function private.vectors_installed() is 'Whether the table of vectors exists; functions refer to the table only if it does.';
