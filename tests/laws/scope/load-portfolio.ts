/** Inserts the organizations, people, projects and their rows of a graph: the first part of `load`. */
export const loadPortfolio = `
  create function probe.load_portfolio(graph jsonb) returns void language plpgsql as $$
  declare
    v_now constant timestamptz := now();
  begin
    insert into auth.users (id, email)
    select user_id, user_id || '@users.test'
    from jsonb_populate_recordset(null::public.people, graph -> 'people')
    where user_id is not null;
    insert into public.organizations (id, name, email_domain, time_zone)
    select id, 'Organization', 'o.test', time_zone
    from jsonb_populate_recordset(null::public.organizations, graph -> 'organizations');
    -- A new organization gets profiles with random ids; replace them with one whose id the graph knows.
    delete from public.authoring_profiles
    where organization_id in (
      select id from jsonb_populate_recordset(null::public.organizations, graph -> 'organizations'));
    insert into public.authoring_profiles (id, organization_id, key, name, kind, sections)
    select id, id, 'readout', 'Readout', 'client_readout', '[{"heading": "Summary"}]'
    from jsonb_populate_recordset(null::public.organizations, graph -> 'organizations');
    insert into public.clients (id, organization_id, name, archived_at)
    select id, organization_id, 'Client ' || id, archived_at
    from jsonb_populate_recordset(null::public.clients, graph -> 'clients');
    insert into public.contacts (id, organization_id, client_id, name, archived_at)
    select id, organization_id, id, 'Contact ' || id, archived_at
    from jsonb_populate_recordset(null::public.clients, graph -> 'clients');
    insert into public.people
      (id, organization_id, user_id, name, role, is_employee, is_prompt_owner, client_id, archived_at)
    select id, organization_id, user_id, name, role, is_employee, is_prompt_owner, client_id, archived_at
    from jsonb_populate_recordset(null::public.people, graph -> 'people');
    insert into public.accounts (id, organization_id, client_id, name, archived_at)
    select id, organization_id, client_id, 'Account ' || id, archived_at
    from jsonb_populate_recordset(null::public.accounts, graph -> 'accounts');
    insert into public.projects
      (id, organization_id, account_id, name, status, lead_id, archived_at)
    select id, organization_id, account_id, 'Project ' || id, status, lead_id, archived_at
    from jsonb_populate_recordset(null::public.projects, graph -> 'projects');
    insert into public.operating_profiles (account_id, organization_id, updated_by)
    select account_id, organization_id, updated_by
    from jsonb_populate_recordset(null::public.operating_profiles, graph -> 'operating_profiles');
    insert into public.project_members (organization_id, project_id, person_id)
    select organization_id, project_id, person_id
    from jsonb_populate_recordset(null::public.project_members, graph -> 'project_members');
    insert into public.tasks
      (id, organization_id, project_id, title, status, due_on, priority, assignee_id, estimated_on,
       started_on, completed_on, archived_at)
    select id, organization_id, project_id, title, status, due_on, priority, assignee_id, estimated_on,
           started_on, completed_on, archived_at
    from jsonb_populate_recordset(null::public.tasks, graph -> 'tasks');
    insert into public.task_comments (id, organization_id, project_id, task_id, author_id, body, archived_at)
    select id, organization_id, project_id, id,
           (select people.id from public.people where people.organization_id = tasks.organization_id limit 1),
           'Why?', case when status = 'cancelled' then v_now end
    from jsonb_populate_recordset(null::public.tasks, graph -> 'tasks') as tasks
    where exists (select from public.people where people.organization_id = tasks.organization_id);
    insert into public.time_entries
      (id, organization_id, project_id, task_id, person_id, spent_on, hours)
    select id, organization_id, project_id, task_id, person_id, spent_on, hours
    from jsonb_populate_recordset(null::public.time_entries, graph -> 'time_entries');
    insert into public.status_updates
      (id, organization_id, project_id, author_id, health, summary, created_at)
    select id, organization_id, project_id, author_id, health, 'Going well', created_at
    from jsonb_populate_recordset(null::public.status_updates, graph -> 'status_updates');
    insert into public.status_update_versions
      (organization_id, project_id, status_update_id, version, health, summary, written_at)
    select organization_id, project_id, id, 1, health, 'Going badly', created_at
    from jsonb_populate_recordset(null::public.status_updates, graph -> 'status_updates');
    insert into public.portfolio_classifications
      (id, organization_id, project_id, version, classified_by, created_at)
    select id, organization_id, project_id, version, classified_by, created_at
    from jsonb_populate_recordset(
      null::public.portfolio_classifications, graph -> 'portfolio_classifications');
    insert into public.invitations
      (id, organization_id, person_id, email, token_hash, created_at, expires_at)
    select id, organization_id, person_id, 'someone@o.test', decode(md5(id::text), 'hex'),
           v_now, v_now + interval '1 day'
    from jsonb_populate_recordset(null::public.invitations, graph -> 'invitations');
    insert into public.portfolio_import_runs
      (id, organization_id, requested_by, mode, status, file_name, file_sha256, parser_version, mapping)
    select id, organization_id, requested_by, 'dry_run', 'running', 'a.csv', repeat('0', 64), '1', '{}'
    from jsonb_populate_recordset(null::public.portfolio_import_runs, graph -> 'portfolio_import_runs');
    insert into public.portfolio_import_rows (organization_id, run_id, line, disposition)
    select organization_id, run_id, line, 'create'
    from jsonb_populate_recordset(null::public.portfolio_import_rows, graph -> 'portfolio_import_rows');
    insert into public.reconciliation_resolutions (
      id, organization_id, finding_code, subject_type, subject_id, version, state, facts_hash, reason, decided_by)
    select id, organization_id, 'status_missing', 'project', subject_id,
           row_number() over (partition by subject_id), 'settled', repeat('0', 64), 'Known', decided_by
    from jsonb_populate_recordset(
      null::public.reconciliation_resolutions, graph -> 'reconciliation_resolutions');
    insert into public.person_rates (id, organization_id, person_id, cost_per_hour, valid_from)
    select id, organization_id, decided_by, 50,
           date '2020-01-01' + (row_number() over (partition by decided_by))::integer
    from jsonb_populate_recordset(
      null::public.reconciliation_resolutions, graph -> 'reconciliation_resolutions');
    insert into public.project_rates (id, organization_id, project_id, revenue_per_hour, valid_from)
    select id, organization_id, subject_id, 100,
           date '2020-01-01' + (row_number() over (partition by subject_id))::integer
    from jsonb_populate_recordset(
      null::public.reconciliation_resolutions, graph -> 'reconciliation_resolutions');
    insert into public.estimate_cases (
      id, organization_id, project_id, query, model_version, low_hours, typical_hours, high_hours, outcome, created_by)
    select id, organization_id, subject_id, 'Work', 'test', 1, 2, 3, '{}', decided_by
    from jsonb_populate_recordset(
      null::public.reconciliation_resolutions, graph -> 'reconciliation_resolutions');
    insert into public.portfolio_import_changes (organization_id, run_id, entity, entity_id, change)
    select organization_id, run_id, 'person', entity_id, 'created'
    from jsonb_populate_recordset(null::public.portfolio_import_changes, graph -> 'portfolio_import_changes');
    insert into public.portfolio_import_memberships (
      organization_id, run_id, project_id, person_id, project_name, person_name)
    select organization_id, run_id, project_id, person_id, 'Garden', 'Somebody'
    from jsonb_populate_recordset(
      null::public.portfolio_import_memberships, graph -> 'portfolio_import_memberships');
    insert into public.import_mappings (id, organization_id, name, mapping, created_by)
    select id, organization_id, 'Mapping ' || id, '{"fields": {"project_code": {"column": "Code"}}}', created_by
    from jsonb_populate_recordset(null::public.import_mappings, graph -> 'import_mappings');
    insert into public.audit_events (id, organization_id, actor_db_role, action, object_type)
    select id, organization_id, 'none', 'test', 'test'
    from jsonb_populate_recordset(null::public.audit_events, graph -> 'audit_events');
  end $$;`;
