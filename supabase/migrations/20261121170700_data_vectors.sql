-- Vectors, where the database has pgvector; and the look, every five minutes, for another model or pieces
-- that have no vector yet.
do $$
begin
  perform private.install_vectors();
  if to_regclass('cron.job') is not null then
    perform cron.schedule('tick_embeddings', '*/5 * * * *', 'select private.tick_embeddings()');
  end if;
end
$$;
