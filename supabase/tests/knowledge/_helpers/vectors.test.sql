-- Vectors of words for the tests of search by meaning. They need a database with pgvector.
begin;
set local client_min_messages = warning;

-- Returns the same direction for the same word and an almost orthogonal one for every other.
create function tests.vector(word text)
returns real[]
language sql immutable strict
as $$
  select array_agg((get_byte(decode(md5(word || number), 'hex'), 0) - 127.5)::real order by number)
  from generate_series(1, 384) as number
$$;

create function tests.vector_json(word text)
returns jsonb
language sql immutable strict
as $$ select to_jsonb(tests.vector(word)) $$;

-- Registers a live model with the vector of its text for every published passage.
create function tests.embedded_sources(model text default 'words')
returns void
language plpgsql
as $$
begin
  insert into private.embedding_models (slot, name, version, state, live_since)
  values (1, model, '1', 'live', now());
  insert into private.passage_embeddings (slot, model, version, passage_id, organization_id, source_id, scope_id, embedding)
  select 1, model, '1', passages.id, passages.organization_id, passages.source_id, passages.scope_id,
         tests.vector(passages.content)::extensions.vector
  from public.passages
  join public.sources on sources.id = passages.source_id and sources.published_version = passages.source_version;
end;
$$;

-- Leases the next job of a kind to a worker, with attempt 1.
create function tests.hold_job(kind text)
returns uuid
language sql
as $$
  update private.jobs
  set attempt = 1, run_at = now(), leased_by = 'worker', lease_until = clock_timestamp() + interval '1 minute'
  where jobs.id = (select waiting.id from private.jobs as waiting
                   where waiting.kind = hold_job.kind and waiting.died_at is null
                   order by waiting.run_at, waiting.id limit 1)
  returning jobs.id
$$;

-- Runs the steps of the worker until no background job is left. Returns the number of batches.
create function tests.make_vectors(batch integer default 4)
returns integer
language plpgsql
as $$
declare
  v_job uuid;
  v_batch jsonb;
  v_count integer := 0;
begin
  loop
    v_job := tests.hold_job('source_embed');
    exit when v_job is null;
    v_batch := public.get_texts_to_embed(v_job, 1, batch);
    continue when v_batch ->> 'state' <> 'leased';
    v_count := v_count + 1;
    perform public.store_embeddings(v_job, 1, v_batch ->> 'model', v_batch ->> 'version', (
      select jsonb_agg(jsonb_build_object('id', text -> 'id', 'vector', tests.vector_json(text ->> 'text')))
      from jsonb_array_elements(v_batch -> 'texts') as text));
  end loop;
  return v_count;
end;
$$;
grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(2);
select tests.two_agencies();
select tests.sources();
select ok(private.vectors_installed(), 'pgvector is installed');
select tests.embedded_sources();
select is((select count(*)::int from private.passage_embeddings), 15, 'every passage has its vector');
select * from finish();
rollback;
