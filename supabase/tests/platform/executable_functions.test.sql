-- The lists contain every function that API roles may execute. A function that is executable by accident fails this test;
-- add an intended one to its list in the same change.
begin;
select plan(3);

create function pg_temp.executable(schema text, role text) returns setof text language sql as $$
  select proname::text from pg_proc
  where pronamespace = schema::regnamespace and has_function_privilege(role, oid, 'execute')
$$;

select bag_eq(
  $$ select pg_temp.executable('public', 'authenticated') $$,
  array[
    -- search
    'find_rows', 'get_embedding_model',
    -- estimates
    'build_evidence_pack', 'delete_authoring_profile', 'get_approved_draft', 'get_draft', 'propose_draft', 'save_authoring_profile', 'set_author_statement',
    'create_estimate_case', 'get_estimate_cases', 'get_outcome', 'set_person_rate', 'set_project_rate',
    -- work
    'create_task', 'update_task', 'update_tasks', 'get_task', 'get_task_page', 'add_task_comment',
    'edit_task_comment', 'remove_task_comment', 'restore_task_comment', 'log_time', 'update_time_entry',
    'delete_time_entry', 'restore_time_entry', 'lock_week', 'unlock_week', 'start_timer', 'stop_timer',
    'discard_timer', 'get_timer', 'get_timesheet', 'get_my_work', 'mark_my_work_seen', 'mark_mentions_read',
    'create_project', 'copy_project', 'get_organization_settings', 'get_team_week',
    'list_saved_views', 'create_saved_view', 'update_saved_view', 'list_task_labels',
    'get_sample_data', 'add_sample_data', 'remove_sample_data',
    -- calendar
    'get_calendar', 'get_availability', 'override_event_project', 'clear_event_override', 'propose_event',
    -- emails
    'list_inbound_emails', 'assign_inbound_email', 'unassign_inbound_email', 'reject_inbound_email', 'restore_inbound_email',
    'get_email', 'list_email_domains', 'set_email_domain',
    -- approvals: every signed-in person may call; the functions check who may decide
    'approve_and_execute_approval', 'approve_approval', 'batch_approve', 'edit_approval', 'execute_approval',
    'assign_approval', 'delegate_approvals', 'get_inbox', 'get_read_versions', 'list_approvals', 'propose_approval', 'propose_undo', 'reject_approval', 'accept_invitation',
    'begin_import', 'change_person_role', 'classify_project', 'create_account', 'create_client',
    'delete_import_mapping', 'get_portfolio', 'get_portfolio_health', 'get_portfolio_options',
    'create_password_link', 'get_account', 'get_person_profile', 'read_account_notices', 'remove_second_factor', 'rename_self',
    'set_picture', 'merge_person', 'rename_person', 'get_project_timeline', 'get_chat_spine', 'get_spine', 'get_viewer', 'import_portfolio', 'invite_person', 'offboard_person',
    'change_project_team', 'correct_status_update', 'post_status_update', 'preview_person_change', 'preview_project_team', 'require_importer', 'require_internal_viewer',
    'require_lead', 'resolve_finding', 'revoke_invitation', 'save_import_mapping', 'set_project_membership',
    'set_person_email', 'set_prompt_owner', 'undo_import', 'unmerge_person', 'update_account', 'update_client', 'update_operating_profile', 'get_prompt',
    'list_skills', 'prompt_versions', 'read_skill', 'rollback_prompt', 'set_base_prompt', 'stage_prompt',
    'update_organization_settings', 'update_project', 'connect_integration', 'disconnect_integration', 'test_integration', 'search_passages',
    -- the portal of clients
    'begin_portal_view', 'get_client_portal', 'create_client_request', 'create_request_upload', 'decide_deliverable', 'open_client_file', 'open_request_file',
    'prepare_client_access', 'release_project_dates', 'require_portal_viewer',
    -- documents
    'archive_chat_session', 'begin_chat', 'begin_chat_turn', 'begin_research', 'fail_chat_turn', 'finish_chat_turn',
    'settle_citations', 'write_chat_summary', 'get_hours', 'list_changes', 'list_documents', 'list_people', 'list_person_summaries', 'list_project_summaries', 'list_projects', 'list_tasks',
    'archive_document', 'begin_indexing', 'create_document_upload', 'open_document',
    'get_document_inventory', 'restore_document', 'update_document',
    'assign_meeting', 'restrict_meeting', 'list_unmatched_meetings',
    'get_integrations', 'retry_dead_letter', 'set_sync_scope', 'sync_now',
    'create_from_crm_record', 'dismiss_crm_record', 'link_crm_record', 'reopen_crm_record'],
  'signed-in callers can execute exactly these functions of public');
select bag_eq(
  $$ select pg_temp.executable('private', 'authenticated') $$,
  array[
    'get_calendar', 'get_availability', 'override_event_project', 'propose_event',
    'list_inbound_emails', 'assign_inbound_email', 'unassign_inbound_email', 'reject_inbound_email', 'restore_inbound_email',
    'get_email', 'list_email_domains', 'set_email_domain',
    -- the part of search that uses vectors
    'exact_search_limit', 'find_rows', 'get_embedding_model', 'nearest_passages',
    -- estimates
    'build_evidence_pack', 'delete_authoring_profile', 'get_approved_draft', 'get_draft', 'propose_draft', 'save_authoring_profile', 'set_author_statement',
    'adapted_tail', 'backoff_steps', 'case_financials', 'comparable_cases', 'comparable_figures', 'coverage_band', 'create_estimate_case',
    'current_tails', 'estimate_groups', 'estimate_model', 'hours_after_completion', 'latest_finished_tasks', 'outcome_of', 'range_of_cases', 'scored_estimates', 'set_person_rate', 'set_project_rate', 'weighted_quantiles',
    -- called by the Data API before every request
    'check_data_api_request',
    -- chat
    'archive_chat_session', 'begin_chat', 'begin_chat_turn', 'begin_research', 'comparable_text', 'fail_chat_turn',
    'finish_chat_turn', 'is_quoted', 'material_scopes', 'narrowed_projects', 'record_chat_materials', 'require_limit', 'settled_passage', 'settled_row', 'write_chat_summary',
    -- helpers of policies
    'internal_person_id', 'administered_organization_id', 'led_organization_id', 'viewer_organization_id', 'visible_account_ids',
    'hidden_task_ids', 'visible_client_ids', 'visible_person_ids', 'visible_project_ids', 'visible_scope_hashes', 'visible_scope_ids',
    'awaited_upload_paths', 'is_no_query_plan',
    -- the parts of search, which run as the caller
    'passage_snippet', 'fold_text', 'most_similar_words', 'query_parts', 'query_terms', 'rank_by_names', 'rank_by_words',
    'rank_passages', 'rank_wide_scope', 'similar_words', 'spaceless_letter', 'stemmed_language', 'term_hits',
    -- work
    'create_task', 'update_task', 'update_tasks', 'get_task', 'get_task_page', 'add_task_comment',
    'edit_task_comment', 'remove_task_comment', 'restore_task_comment', 'log_time', 'update_time_entry',
    'delete_time_entry', 'restore_time_entry', 'lock_week', 'unlock_week', 'start_timer', 'stop_timer',
    'discard_timer', 'get_timer', 'get_timesheet', 'get_my_work', 'mark_my_work_seen', 'mark_mentions_read',
    'create_project', 'copy_project', 'get_organization_settings', 'get_team_week',
    -- the portal of clients
    'begin_portal_view', 'get_client_portal', 'create_client_request', 'create_request_upload', 'decide_deliverable', 'open_client_file', 'open_request_file',
    'prepare_client_access', 'release_project_dates', 'require_portal_viewer',
    'list_saved_views', 'create_saved_view', 'update_saved_view', 'list_task_labels',
    'get_sample_data', 'add_sample_data', 'remove_sample_data',
    -- behind the functions of public
    'approve_and_execute_approval', 'approve_approval', 'batch_approve', 'edit_approval', 'execute_approval',
    'assign_approval', 'delegate_approvals', 'get_inbox', 'get_read_versions', 'list_approvals', 'propose_approval', 'propose_undo', 'reject_approval', 'accept_invitation',
    'begin_import', 'change_person_role', 'classify_project', 'create_account', 'create_client',
    'delete_import_mapping', 'effective_scope', 'get_client_portfolio', 'get_portfolio_health',
    'create_password_link', 'get_account', 'get_person_profile', 'read_account_notices', 'remove_second_factor', 'rename_self',
    'set_picture', 'merge_person', 'rename_person', 'get_portfolio_options', 'get_viewer', 'import_portfolio', 'invite_person', 'offboard_person',
    'change_project_team', 'correct_status_update', 'post_status_update', 'preview_person_change', 'preview_project_team', 'record_view_as', 'require_importer',
    'require_internal_viewer', 'require_lead', 'resolve_finding', 'revoke_invitation', 'save_import_mapping',
    'set_person_email', 'set_project_membership', 'set_prompt_owner', 'unmerge_person', 'update_account', 'current_projects', 'most_active_projects', 'spine', 'spine_activity',
    'spine_lines', 'spine_work', 'undo_import',
    'update_client', 'get_prompt', 'list_skills', 'prompt_versions', 'read_skill', 'rollback_prompt',
    'set_base_prompt', 'stage_prompt', 'update_operating_profile', 'update_organization_settings',
    'update_project', 'verification_window_days', 'connect_integration', 'disconnect_integration', 'test_integration',
    'archive_document', 'begin_indexing', 'create_document_upload', 'open_document',
    'get_document_inventory', 'restore_document', 'update_document',
    'assign_meeting', 'restrict_meeting', 'list_unmatched_meetings',
    'get_integrations', 'retry_dead_letter', 'set_sync_scope', 'sync_now',
    'create_from_crm_record', 'dismiss_crm_record', 'link_crm_record', 'reopen_crm_record'],
  'signed-in callers can execute exactly these functions of private, which the Data API does not expose');
select bag_eq(
  $$ select 'public ' || pg_temp.executable('public', 'service_role')
     union all select 'private ' || pg_temp.executable('private', 'service_role') $$,
  array['private check_data_api_request'] || array(
    select schema || ' ' || name
    from unnest(array['public', 'private']) as schema
    cross join unnest(array[
      -- the loop of workers
    'check_worker_token', 'fail_job', 'finish_jobs', 'renew_lease', 'next_job_at', 'take_jobs',
      -- executors of cards that people have approved
    'carry_out_execution', 'confirm_execution', 'fail_execution', 'finish_execution', 'lease_execution', 'lease_reconciliation',
    'mark_vendor_call', 'park_execution', 'review_approval', 'settle_execution',
      -- document-act and file-sync
    'lease_file_fetch', 'store_fetched_file', 'fail_file_fetch', 'lease_indexing', 'store_extracted', 'publish_document', 'fail_indexing',
      -- doc-file
      'redeem_ticket', 'check_file_hash', 'remove_request_file',
      -- password
      'redeem_password_link',
      -- document-act and embed-act, which create vectors
      'set_embedding_model', 'get_texts_to_embed', 'store_embeddings', 'skip_embeddings',
      -- import-act, and executors of approved cards
    'apply_import_job', 'start_import_job', 'carry_out_locally', 'get_integration', 'get_event_to_change',
    'find_local_effect', 'record_calendar_event',
      -- the sync functions
    'begin_sync_run', 'apply_sync_page', 'end_sync_run', 'plan_sync_channels', 'open_sync_channel', 'close_sync_channel',
    'end_sync_channels', 'begin_connection_test', 'end_connection_test',
      -- pushes of vendors
    'receive_sync_push',
      -- meeting-webhook
    'receive_meeting_delivery',
      -- email-webhook and email-sync
    'receive_email_delivery', 'begin_email_indexing', 'index_email',
      -- settings from the operator's environment
    'set_quota', 'set_rate_limit', 'set_verification_window']) as name),
  'the secret key executes the decisions of people and makes none');

select * from finish();
rollback;
