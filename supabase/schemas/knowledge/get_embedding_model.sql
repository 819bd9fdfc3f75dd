-- The model that must embed a question, because vectors of different models cannot be compared; null if there are
-- no vectors. Raises OPAUT · OPDEN (client or outsider).
create or replace function private.get_embedding_model()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_internal_viewer();
  return (
    select jsonb_build_object(
      'name', models.name, 'version', models.version, 'label', models.label)
    from private.embedding_models as models
    where models.state = 'live' and private.vectors_installed());
end;
$$;

create or replace function public.get_embedding_model()
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.get_embedding_model();
end;
$$;

grant execute on function private.get_embedding_model() to authenticated;
grant execute on function public.get_embedding_model() to authenticated;
comment on function public.get_embedding_model() is
  'Returns { name, version, label } of the model that search uses, or null. Raises OPAUT · OPDEN.';
