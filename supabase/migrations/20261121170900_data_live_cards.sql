-- Where the platform has Realtime, it tells of changed cards: to whom row-level security shows them.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime')
    and not exists (
      select from pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'approvals')
  then
    alter publication supabase_realtime add table public.approvals;
  end if;
end
$$;
