-- The directory is the complete desired state: an extension that is not declared here would be dropped.
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
