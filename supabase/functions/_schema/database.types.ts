
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "accounts": {
                  Row: {
                    "archived_at": string | null,"client_id": string,"created_at": string,"id": string,"name": string,"organization_id": string,"updated_at": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"client_id": string,"created_at"?: string,"id"?: string,"name": string,"organization_id": string,"updated_at"?: string,"version"?: number
                  }
                  Update: {
                    "archived_at"?: string | null,"client_id"?: string,"created_at"?: string,"id"?: string,"name"?: string,"organization_id"?: string,"updated_at"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "accounts_client_fkey"
      columns: ["organization_id","client_id"]
isOneToOne: false
      referencedRelation: "clients"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "accounts_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    }
                  ]
                },"approval_citations": {
                  Row: {
                    "approval_id": string,"number": number,"organization_id": string,"passage_id": string | null,"quote": string | null,"role": Database["public"]['Enums']["citation_role"],"scope_id": string,"source_id": string,"source_version": number,"source_was_restricted": boolean
                  }
                  ComputedFields: never
                  Insert: {
                    "approval_id": string,"number": number,"organization_id": string,"passage_id"?: string | null,"quote"?: string | null,"role": Database["public"]['Enums']["citation_role"],"scope_id": string,"source_id": string,"source_version": number,"source_was_restricted"?: boolean
                  }
                  Update: {
                    "approval_id"?: string,"number"?: number,"organization_id"?: string,"passage_id"?: string | null,"quote"?: string | null,"role"?: Database["public"]['Enums']["citation_role"],"scope_id"?: string,"source_id"?: string,"source_version"?: number,"source_was_restricted"?: boolean
                  }
                  Relationships: [
                    {
      foreignKeyName: "approval_citations_approval_fkey"
      columns: ["organization_id","approval_id","scope_id"]
isOneToOne: false
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id","scope_id"]
    },{
      foreignKeyName: "approval_citations_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "approval_citations_source_fkey"
      columns: ["organization_id","source_id"]
isOneToOne: false
      referencedRelation: "sources"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"approval_events": {
                  Row: {
                    "actor_db_role": string,"actor_id": string | null,"approval_id": string,"attempt": number | null,"decided_card": Json | null,"details": Json | null,"job_id": string | null,"number": number,"occurred_at": string,"organization_id": string,"payload_hash": string,"request_id": string | null,"scope_id": string,"status": Database["public"]['Enums']["approval_status"],"type": Database["public"]['Enums']["approval_event_type"],"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "actor_db_role": string,"actor_id"?: string | null,"approval_id": string,"attempt"?: number | null,"decided_card"?: Json | null,"details"?: Json | null,"job_id"?: string | null,"number": number,"occurred_at"?: string,"organization_id": string,"payload_hash": string,"request_id"?: string | null,"scope_id": string,"status": Database["public"]['Enums']["approval_status"],"type": Database["public"]['Enums']["approval_event_type"],"version": number
                  }
                  Update: {
                    "actor_db_role"?: string,"actor_id"?: string | null,"approval_id"?: string,"attempt"?: number | null,"decided_card"?: Json | null,"details"?: Json | null,"job_id"?: string | null,"number"?: number,"occurred_at"?: string,"organization_id"?: string,"payload_hash"?: string,"request_id"?: string | null,"scope_id"?: string,"status"?: Database["public"]['Enums']["approval_status"],"type"?: Database["public"]['Enums']["approval_event_type"],"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "approval_events_actor_fkey"
      columns: ["organization_id","actor_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "approval_events_approval_fkey"
      columns: ["organization_id","approval_id","scope_id"]
isOneToOne: false
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id","scope_id"]
    },{
      foreignKeyName: "approval_events_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    }
                  ]
                },"approval_kinds": {
                  Row: {
                    "group": Database["public"]['Enums']["approval_group"],"is_deliverable": boolean,"is_prompt_owned": boolean,"is_restricted": boolean,"kind": Database["public"]['Enums']["approval_kind"],"needs_project": boolean,"required_sections": (string)[],"stakes": Database["public"]['Enums']["stakes"],"title": string
                  }
                  ComputedFields: never
                  Insert: {
                    "group": Database["public"]['Enums']["approval_group"],"is_deliverable": boolean,"is_prompt_owned": boolean,"is_restricted": boolean,"kind": Database["public"]['Enums']["approval_kind"],"needs_project": boolean,"required_sections"?: (string)[],"stakes": Database["public"]['Enums']["stakes"],"title": string
                  }
                  Update: {
                    "group"?: Database["public"]['Enums']["approval_group"],"is_deliverable"?: boolean,"is_prompt_owned"?: boolean,"is_restricted"?: boolean,"kind"?: Database["public"]['Enums']["approval_kind"],"needs_project"?: boolean,"required_sections"?: (string)[],"stakes"?: Database["public"]['Enums']["stakes"],"title"?: string
                  }
                  Relationships: [
                    
                  ]
                },"approval_versions": {
                  Row: {
                    "approval_id": string,"created_at": string,"organization_id": string,"payload": NonNullable<Json>,"payload_hash": string,"scope_id": string,"title": string,"version": number,"written_by": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "approval_id": string,"created_at"?: string,"organization_id": string,"payload": NonNullable<Json>,"payload_hash": string,"scope_id": string,"title": string,"version": number,"written_by"?: string | null
                  }
                  Update: {
                    "approval_id"?: string,"created_at"?: string,"organization_id"?: string,"payload"?: NonNullable<Json>,"payload_hash"?: string,"scope_id"?: string,"title"?: string,"version"?: number,"written_by"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "approval_versions_approval_fkey"
      columns: ["organization_id","approval_id","scope_id"]
isOneToOne: false
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id","scope_id"]
    },{
      foreignKeyName: "approval_versions_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "approval_versions_written_by_fkey"
      columns: ["organization_id","written_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"approvals": {
                  Row: {
                    "agent_session_id": string | null,"assigned_to": string | null,"confirmed_result": Json | null,"created_at": string,"decided_at": string | null,"decided_by": string | null,"decided_hash": string | null,"decided_target_hash": string | null,"decided_version": number | null,"due_rank": number,"effect_payload": Json | null,"executed_at": string | null,"execution_attempt": number | null,"execution_error": string | null,"execution_job_id": string | null,"execution_requested_at": string | null,"execution_requested_by": string | null,"execution_started_at": string | null,"id": string,"inverse": Json | null,"is_restricted": boolean,"kind": Database["public"]['Enums']["approval_kind"],"last_edited_by": string | null,"organization_id": string,"payload": NonNullable<Json>,"payload_hash": string,"project_id": string | null,"proposed_by": string | null,"proposer": Database["public"]['Enums']["proposer"],"readiness": NonNullable<Json>,"reason": string | null,"request_id": string | null,"result": Json | null,"review": Json | null,"scope_id": string,"stakes_rank": number,"status": Database["public"]['Enums']["approval_status"],"target_id": string | null,"target_snapshot": Json | null,"title": string,"undo_of_id": string | null,"updated_at": string,"vendor_called_at": string | null,"vendor_confirmed_at": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "agent_session_id"?: string | null,"assigned_to"?: string | null,"confirmed_result"?: Json | null,"created_at"?: string,"decided_at"?: string | null,"decided_by"?: string | null,"decided_hash"?: string | null,"decided_target_hash"?: string | null,"decided_version"?: number | null,"due_rank"?: number,"effect_payload"?: Json | null,"executed_at"?: string | null,"execution_attempt"?: number | null,"execution_error"?: string | null,"execution_job_id"?: string | null,"execution_requested_at"?: string | null,"execution_requested_by"?: string | null,"execution_started_at"?: string | null,"id"?: string,"inverse"?: Json | null,"is_restricted"?: boolean,"kind": Database["public"]['Enums']["approval_kind"],"last_edited_by"?: string | null,"organization_id": string,"payload": NonNullable<Json>,"payload_hash": string,"project_id"?: string | null,"proposed_by"?: string | null,"proposer": Database["public"]['Enums']["proposer"],"readiness"?: NonNullable<Json>,"reason"?: string | null,"request_id"?: string | null,"result"?: Json | null,"review"?: Json | null,"scope_id"?: never,"stakes_rank"?: number,"status"?: Database["public"]['Enums']["approval_status"],"target_id"?: string | null,"target_snapshot"?: Json | null,"title": string,"undo_of_id"?: string | null,"updated_at"?: string,"vendor_called_at"?: string | null,"vendor_confirmed_at"?: string | null,"version"?: number
                  }
                  Update: {
                    "agent_session_id"?: string | null,"assigned_to"?: string | null,"confirmed_result"?: Json | null,"created_at"?: string,"decided_at"?: string | null,"decided_by"?: string | null,"decided_hash"?: string | null,"decided_target_hash"?: string | null,"decided_version"?: number | null,"due_rank"?: number,"effect_payload"?: Json | null,"executed_at"?: string | null,"execution_attempt"?: number | null,"execution_error"?: string | null,"execution_job_id"?: string | null,"execution_requested_at"?: string | null,"execution_requested_by"?: string | null,"execution_started_at"?: string | null,"id"?: string,"inverse"?: Json | null,"is_restricted"?: boolean,"kind"?: Database["public"]['Enums']["approval_kind"],"last_edited_by"?: string | null,"organization_id"?: string,"payload"?: NonNullable<Json>,"payload_hash"?: string,"project_id"?: string | null,"proposed_by"?: string | null,"proposer"?: Database["public"]['Enums']["proposer"],"readiness"?: NonNullable<Json>,"reason"?: string | null,"request_id"?: string | null,"result"?: Json | null,"review"?: Json | null,"scope_id"?: never,"stakes_rank"?: number,"status"?: Database["public"]['Enums']["approval_status"],"target_id"?: string | null,"target_snapshot"?: Json | null,"title"?: string,"undo_of_id"?: string | null,"updated_at"?: string,"vendor_called_at"?: string | null,"vendor_confirmed_at"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "approvals_assigned_to_fkey"
      columns: ["organization_id","assigned_to"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "approvals_decided_by_fkey"
      columns: ["organization_id","decided_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "approvals_execution_requested_by_fkey"
      columns: ["organization_id","execution_requested_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "approvals_kind_fkey"
      columns: ["kind"]
isOneToOne: false
      referencedRelation: "approval_kinds"
      referencedColumns: ["kind"]
    },{
      foreignKeyName: "approvals_last_edited_by_fkey"
      columns: ["organization_id","last_edited_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "approvals_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "approvals_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "approvals_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "approvals_proposed_by_fkey"
      columns: ["organization_id","proposed_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "approvals_undo_of_fkey"
      columns: ["organization_id","undo_of_id"]
isOneToOne: false
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"audit_events": {
                  Row: {
                    "acted_as_person_id": string | null,"action": string,"actor_db_role": string,"actor_person_id": string | null,"actor_user_id": string | null,"after": Json | null,"before": Json | null,"id": string,"is_restricted": boolean,"object_id": string | null,"object_type": string,"occurred_at": string,"organization_id": string,"project_id": string | null,"request_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "acted_as_person_id"?: string | null,"action": string,"actor_db_role": string,"actor_person_id"?: string | null,"actor_user_id"?: string | null,"after"?: Json | null,"before"?: Json | null,"id"?: string,"is_restricted"?: boolean,"object_id"?: string | null,"object_type": string,"occurred_at"?: string,"organization_id": string,"project_id"?: string | null,"request_id"?: string | null
                  }
                  Update: {
                    "acted_as_person_id"?: string | null,"action"?: string,"actor_db_role"?: string,"actor_person_id"?: string | null,"actor_user_id"?: string | null,"after"?: Json | null,"before"?: Json | null,"id"?: string,"is_restricted"?: boolean,"object_id"?: string | null,"object_type"?: string,"occurred_at"?: string,"organization_id"?: string,"project_id"?: string | null,"request_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "audit_events_acted_as_fkey"
      columns: ["organization_id","acted_as_person_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "audit_events_actor_fkey"
      columns: ["organization_id","actor_person_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "audit_events_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "audit_events_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "audit_events_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"author_statements": {
                  Row: {
                    "approval_id": string,"id": string,"organization_id": string,"scope_id": string,"sentence": string,"stated_at": string,"stated_by": string,"withdrawn_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "approval_id": string,"id"?: string,"organization_id": string,"scope_id": string,"sentence": string,"stated_at"?: string,"stated_by": string,"withdrawn_at"?: string | null
                  }
                  Update: {
                    "approval_id"?: string,"id"?: string,"organization_id"?: string,"scope_id"?: string,"sentence"?: string,"stated_at"?: string,"stated_by"?: string,"withdrawn_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "author_statements_approval_fkey"
      columns: ["organization_id","approval_id","scope_id"]
isOneToOne: false
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id","scope_id"]
    },{
      foreignKeyName: "author_statements_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "author_statements_stated_by_fkey"
      columns: ["organization_id","stated_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"authoring_profiles": {
                  Row: {
                    "archived_at": string | null,"created_at": string,"export_format": string,"export_name": string,"id": string,"includes_restricted": boolean,"includes_revision_history": boolean,"key": string,"kind": Database["public"]['Enums']["approval_kind"],"max_passages": number,"max_source_age_days": number | null,"name": string,"organization_id": string,"rubric": string | null,"sections": NonNullable<Json>,"source_kinds": (Database["public"]['Enums']["source_kind"])[],"standing_facts": (string)[],"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"created_at"?: string,"export_format"?: string,"export_name"?: string,"id"?: string,"includes_restricted"?: boolean,"includes_revision_history"?: boolean,"key": string,"kind": Database["public"]['Enums']["approval_kind"],"max_passages"?: number,"max_source_age_days"?: number | null,"name": string,"organization_id": string,"rubric"?: string | null,"sections": NonNullable<Json>,"source_kinds"?: (Database["public"]['Enums']["source_kind"])[],"standing_facts"?: (string)[],"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "archived_at"?: string | null,"created_at"?: string,"export_format"?: string,"export_name"?: string,"id"?: string,"includes_restricted"?: boolean,"includes_revision_history"?: boolean,"key"?: string,"kind"?: Database["public"]['Enums']["approval_kind"],"max_passages"?: number,"max_source_age_days"?: number | null,"name"?: string,"organization_id"?: string,"rubric"?: string | null,"sections"?: NonNullable<Json>,"source_kinds"?: (Database["public"]['Enums']["source_kind"])[],"standing_facts"?: (string)[],"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "authoring_profiles_kind_fkey"
      columns: ["kind"]
isOneToOne: false
      referencedRelation: "approval_kinds"
      referencedColumns: ["kind"]
    },{
      foreignKeyName: "authoring_profiles_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "authoring_profiles_updated_by_fkey"
      columns: ["organization_id","updated_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"busy_blocks": {
                  Row: {
                    "calendar_id": string,"ends_at": string,"id": string,"organization_id": string,"starts_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "calendar_id": string,"ends_at": string,"id"?: string,"organization_id": string,"starts_at": string
                  }
                  Update: {
                    "calendar_id"?: string,"ends_at"?: string,"id"?: string,"organization_id"?: string,"starts_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "busy_blocks_calendar_fkey"
      columns: ["organization_id","calendar_id"]
isOneToOne: false
      referencedRelation: "busy_calendars"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "busy_blocks_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    }
                  ]
                },"busy_calendars": {
                  Row: {
                    "external_id": string,"id": string,"organization_id": string,"person_id": string,"provider": Database["public"]['Enums']["integration_provider"],"synced_at": string,"window_ends_at": string,"window_starts_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "external_id": string,"id"?: string,"organization_id": string,"person_id": string,"provider": Database["public"]['Enums']["integration_provider"],"synced_at": string,"window_ends_at": string,"window_starts_at": string
                  }
                  Update: {
                    "external_id"?: string,"id"?: string,"organization_id"?: string,"person_id"?: string,"provider"?: Database["public"]['Enums']["integration_provider"],"synced_at"?: string,"window_ends_at"?: string,"window_starts_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "busy_calendars_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "busy_calendars_person_fkey"
      columns: ["organization_id","person_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"calendar_event_project_overrides": {
                  Row: {
                    "chosen_by": string,"created_at": string,"event_id": string,"organization_id": string,"project_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "chosen_by": string,"created_at"?: string,"event_id": string,"organization_id": string,"project_id": string
                  }
                  Update: {
                    "chosen_by"?: string,"created_at"?: string,"event_id"?: string,"organization_id"?: string,"project_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "calendar_event_project_overrides_chosen_by_fkey"
      columns: ["organization_id","chosen_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "calendar_event_project_overrides_event_fkey"
      columns: ["organization_id","event_id"]
isOneToOne: true
      referencedRelation: "calendar_events"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "calendar_event_project_overrides_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "calendar_event_project_overrides_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "calendar_event_project_overrides_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"calendar_events": {
                  Row: {
                    "attendees": (string)[],"calendar_id": string,"created_at": string,"description": string | null,"ends_at": string,"etag": string | null,"external_id": string,"id": string,"is_all_day": boolean,"is_override": boolean,"location": string | null,"match_reason": string | null,"organization_id": string,"organizer_email": string | null,"participants": (string)[],"project_id": string | null,"provider": Database["public"]['Enums']["external_provider"],"scope_id": string,"series_id": string | null,"starts_at": string,"status": Database["public"]['Enums']["calendar_event_status"],"summary": string,"time_zone": string,"uid": string | null,"updated_at": string,"url": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "attendees"?: (string)[],"calendar_id"?: string,"created_at"?: string,"description"?: string | null,"ends_at": string,"etag"?: string | null,"external_id": string,"id"?: string,"is_all_day"?: boolean,"is_override"?: boolean,"location"?: string | null,"match_reason"?: string | null,"organization_id": string,"organizer_email"?: string | null,"participants"?: never,"project_id"?: string | null,"provider": Database["public"]['Enums']["external_provider"],"scope_id"?: never,"series_id"?: string | null,"starts_at": string,"status"?: Database["public"]['Enums']["calendar_event_status"],"summary": string,"time_zone": string,"uid"?: string | null,"updated_at"?: string,"url"?: string | null
                  }
                  Update: {
                    "attendees"?: (string)[],"calendar_id"?: string,"created_at"?: string,"description"?: string | null,"ends_at"?: string,"etag"?: string | null,"external_id"?: string,"id"?: string,"is_all_day"?: boolean,"is_override"?: boolean,"location"?: string | null,"match_reason"?: string | null,"organization_id"?: string,"organizer_email"?: string | null,"participants"?: never,"project_id"?: string | null,"provider"?: Database["public"]['Enums']["external_provider"],"scope_id"?: never,"series_id"?: string | null,"starts_at"?: string,"status"?: Database["public"]['Enums']["calendar_event_status"],"summary"?: string,"time_zone"?: string,"uid"?: string | null,"updated_at"?: string,"url"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "calendar_events_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "calendar_events_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "calendar_events_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"chat_citations": {
                  Row: {
                    "kind": Database["public"]['Enums']["chat_citation_kind"],"message_id": string,"message_scope_hash": string | null,"number": number,"organization_id": string,"passage_id": string | null,"person_id": string,"project_id": string | null,"quote": string,"row_id": string | null,"row_table": string | null,"scope_id": string | null,"source_id": string | null,"source_version": number | null,"title": string
                  }
                  ComputedFields: never
                  Insert: {
                    "kind": Database["public"]['Enums']["chat_citation_kind"],"message_id": string,"message_scope_hash"?: string | null,"number": number,"organization_id": string,"passage_id"?: string | null,"person_id": string,"project_id"?: string | null,"quote": string,"row_id"?: string | null,"row_table"?: string | null,"scope_id"?: string | null,"source_id"?: string | null,"source_version"?: number | null,"title": string
                  }
                  Update: {
                    "kind"?: Database["public"]['Enums']["chat_citation_kind"],"message_id"?: string,"message_scope_hash"?: string | null,"number"?: number,"organization_id"?: string,"passage_id"?: string | null,"person_id"?: string,"project_id"?: string | null,"quote"?: string,"row_id"?: string | null,"row_table"?: string | null,"scope_id"?: string | null,"source_id"?: string | null,"source_version"?: number | null,"title"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "chat_citations_message_fkey"
      columns: ["organization_id","message_id"]
isOneToOne: false
      referencedRelation: "chat_messages"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "chat_citations_message_scope_fkey"
      columns: ["organization_id","message_id","message_scope_hash"]
isOneToOne: false
      referencedRelation: "chat_messages"
      referencedColumns: ["organization_id","id","scope_hash"]
    },{
      foreignKeyName: "chat_citations_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "chat_citations_person_fkey"
      columns: ["organization_id","person_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "chat_citations_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "chat_citations_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "chat_citations_source_fkey"
      columns: ["organization_id","source_id","scope_id"]
isOneToOne: false
      referencedRelation: "sources"
      referencedColumns: ["organization_id","id","scope_id"]
    }
                  ]
                },"chat_messages": {
                  Row: {
                    "chat_session_id": string,"content": string,"context": Json | null,"created_at": string,"dropped_citations": number,"ended_at": string | null,"error_code": string | null,"id": string,"model": string | null,"number": number,"organization_id": string,"person_id": string,"records_materials": boolean,"request_id": string | null,"role": Database["public"]['Enums']["chat_role"],"scope_hash": string,"scope_ids": (string)[],"source_ids": (string)[],"status": Database["public"]['Enums']["chat_message_status"],"tool_steps": NonNullable<Json>,"uncited_sentences": number,"unfound_figures": (string)[],"usage": Json | null
                  }
                  ComputedFields: never
                  Insert: {
                    "chat_session_id": string,"content"?: string,"context"?: Json | null,"created_at"?: string,"dropped_citations"?: number,"ended_at"?: string | null,"error_code"?: string | null,"id"?: string,"model"?: string | null,"number": number,"organization_id": string,"person_id": string,"records_materials"?: boolean,"request_id"?: string | null,"role": Database["public"]['Enums']["chat_role"],"scope_hash"?: never,"scope_ids"?: (string)[],"source_ids"?: (string)[],"status"?: Database["public"]['Enums']["chat_message_status"],"tool_steps"?: NonNullable<Json>,"uncited_sentences"?: number,"unfound_figures"?: (string)[],"usage"?: Json | null
                  }
                  Update: {
                    "chat_session_id"?: string,"content"?: string,"context"?: Json | null,"created_at"?: string,"dropped_citations"?: number,"ended_at"?: string | null,"error_code"?: string | null,"id"?: string,"model"?: string | null,"number"?: number,"organization_id"?: string,"person_id"?: string,"records_materials"?: boolean,"request_id"?: string | null,"role"?: Database["public"]['Enums']["chat_role"],"scope_hash"?: never,"scope_ids"?: (string)[],"source_ids"?: (string)[],"status"?: Database["public"]['Enums']["chat_message_status"],"tool_steps"?: NonNullable<Json>,"uncited_sentences"?: number,"unfound_figures"?: (string)[],"usage"?: Json | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "chat_messages_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "chat_messages_session_fkey"
      columns: ["organization_id","chat_session_id","person_id"]
isOneToOne: false
      referencedRelation: "chat_sessions"
      referencedColumns: ["organization_id","id","person_id"]
    }
                  ]
                },"chat_sessions": {
                  Row: {
                    "archived_at": string | null,"as_person_id": string | null,"created_at": string,"id": string,"last_message_at": string,"organization_id": string,"person_id": string,"session_id": string,"title": string
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"as_person_id"?: string | null,"created_at"?: string,"id"?: string,"last_message_at"?: string,"organization_id": string,"person_id": string,"session_id": string,"title": string
                  }
                  Update: {
                    "archived_at"?: string | null,"as_person_id"?: string | null,"created_at"?: string,"id"?: string,"last_message_at"?: string,"organization_id"?: string,"person_id"?: string,"session_id"?: string,"title"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "chat_sessions_as_person_fkey"
      columns: ["organization_id","as_person_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "chat_sessions_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "chat_sessions_person_fkey"
      columns: ["organization_id","person_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"client_readouts": {
                  Row: {
                    "approval_id": string,"id": string,"is_restricted": boolean,"organization_id": string,"project_id": string,"published_at": string,"scope_id": string,"sections": NonNullable<Json>,"title": string,"withdrawn_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "approval_id": string,"id"?: string,"is_restricted"?: boolean,"organization_id": string,"project_id": string,"published_at"?: string,"scope_id"?: never,"sections": NonNullable<Json>,"title": string,"withdrawn_at"?: string | null
                  }
                  Update: {
                    "approval_id"?: string,"id"?: string,"is_restricted"?: boolean,"organization_id"?: string,"project_id"?: string,"published_at"?: string,"scope_id"?: never,"sections"?: NonNullable<Json>,"title"?: string,"withdrawn_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "client_readouts_approval_fkey"
      columns: ["organization_id","approval_id"]
isOneToOne: true
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "client_readouts_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "client_readouts_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "client_readouts_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"clients": {
                  Row: {
                    "archived_at": string | null,"created_at": string,"id": string,"name": string,"note": string | null,"organization_id": string,"updated_at": string,"version": number,"website": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"created_at"?: string,"id"?: string,"name": string,"note"?: string | null,"organization_id": string,"updated_at"?: string,"version"?: number,"website"?: string | null
                  }
                  Update: {
                    "archived_at"?: string | null,"created_at"?: string,"id"?: string,"name"?: string,"note"?: string | null,"organization_id"?: string,"updated_at"?: string,"version"?: number,"website"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "clients_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    }
                  ]
                },"connection_tests": {
                  Row: {
                    "connection_version": number | null,"ended_at": string | null,"has_more_lists": boolean,"http_code": number | null,"next_at": string,"organization_id": string,"provider": Database["public"]['Enums']["integration_provider"],"requested_at": string,"requested_by": string,"resource": string | null,"result": Database["public"]['Enums']["connection_test_result"] | null
                  }
                  ComputedFields: never
                  Insert: {
                    "connection_version"?: number | null,"ended_at"?: string | null,"has_more_lists"?: boolean,"http_code"?: number | null,"next_at"?: string,"organization_id": string,"provider": Database["public"]['Enums']["integration_provider"],"requested_at"?: string,"requested_by": string,"resource"?: string | null,"result"?: Database["public"]['Enums']["connection_test_result"] | null
                  }
                  Update: {
                    "connection_version"?: number | null,"ended_at"?: string | null,"has_more_lists"?: boolean,"http_code"?: number | null,"next_at"?: string,"organization_id"?: string,"provider"?: Database["public"]['Enums']["integration_provider"],"requested_at"?: string,"requested_by"?: string,"resource"?: string | null,"result"?: Database["public"]['Enums']["connection_test_result"] | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "connection_tests_integration_fkey"
      columns: ["organization_id","provider"]
isOneToOne: true
      referencedRelation: "integrations"
      referencedColumns: ["organization_id","provider"]
    },{
      foreignKeyName: "connection_tests_requested_by_fkey"
      columns: ["organization_id","requested_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"contacts": {
                  Row: {
                    "archived_at": string | null,"client_id": string,"created_at": string,"email": string | null,"external_key": string | null,"id": string,"managed_by": string | null,"name": string,"organization_id": string,"phone": string | null,"title": string | null,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"client_id": string,"created_at"?: string,"email"?: string | null,"external_key"?: string | null,"id"?: string,"managed_by"?: string | null,"name": string,"organization_id": string,"phone"?: string | null,"title"?: string | null,"updated_at"?: string
                  }
                  Update: {
                    "archived_at"?: string | null,"client_id"?: string,"created_at"?: string,"email"?: string | null,"external_key"?: string | null,"id"?: string,"managed_by"?: string | null,"name"?: string,"organization_id"?: string,"phone"?: string | null,"title"?: string | null,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "contacts_client_fkey"
      columns: ["organization_id","client_id"]
isOneToOne: false
      referencedRelation: "clients"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "contacts_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    }
                  ]
                },"deliverable_releases": {
                  Row: {
                    "approval_id": string,"id": string,"is_restricted": boolean,"note": string | null,"organization_id": string,"project_id": string,"published_at": string,"scope_id": string,"source_id": string | null,"title": string,"withdrawn_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "approval_id": string,"id"?: string,"is_restricted"?: boolean,"note"?: string | null,"organization_id": string,"project_id": string,"published_at"?: string,"scope_id"?: never,"source_id"?: string | null,"title": string,"withdrawn_at"?: string | null
                  }
                  Update: {
                    "approval_id"?: string,"id"?: string,"is_restricted"?: boolean,"note"?: string | null,"organization_id"?: string,"project_id"?: string,"published_at"?: string,"scope_id"?: never,"source_id"?: string | null,"title"?: string,"withdrawn_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "deliverable_releases_approval_fkey"
      columns: ["organization_id","approval_id"]
isOneToOne: true
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "deliverable_releases_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "deliverable_releases_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "deliverable_releases_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "deliverable_releases_source_fkey"
      columns: ["organization_id","source_id"]
isOneToOne: false
      referencedRelation: "sources"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"document_versions": {
                  Row: {
                    "content_type": string,"created_at": string,"document_id": string,"facts": NonNullable<Json>,"failure_code": string | null,"failure_reason": string | null,"file_changed_at": string | null,"file_name": string,"flags": (string)[],"indexed_at": string | null,"object_tag": string | null,"organization_id": string,"path": string,"progress_done": number,"progress_total": number | null,"queued_at": string | null,"scope_id": string,"sha256": string | null,"size_bytes": number,"status": Database["public"]['Enums']["document_status"],"step": Database["public"]['Enums']["indexing_step"] | null,"updated_at": string,"uploaded_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "content_type": string,"created_at"?: string,"document_id": string,"facts"?: NonNullable<Json>,"failure_code"?: string | null,"failure_reason"?: string | null,"file_changed_at"?: string | null,"file_name": string,"flags"?: (string)[],"indexed_at"?: string | null,"object_tag"?: string | null,"organization_id": string,"path": string,"progress_done"?: number,"progress_total"?: number | null,"queued_at"?: string | null,"scope_id": string,"sha256"?: string | null,"size_bytes": number,"status"?: Database["public"]['Enums']["document_status"],"step"?: Database["public"]['Enums']["indexing_step"] | null,"updated_at"?: string,"uploaded_by"?: string | null,"version": number
                  }
                  Update: {
                    "content_type"?: string,"created_at"?: string,"document_id"?: string,"facts"?: NonNullable<Json>,"failure_code"?: string | null,"failure_reason"?: string | null,"file_changed_at"?: string | null,"file_name"?: string,"flags"?: (string)[],"indexed_at"?: string | null,"object_tag"?: string | null,"organization_id"?: string,"path"?: string,"progress_done"?: number,"progress_total"?: number | null,"queued_at"?: string | null,"scope_id"?: string,"sha256"?: string | null,"size_bytes"?: number,"status"?: Database["public"]['Enums']["document_status"],"step"?: Database["public"]['Enums']["indexing_step"] | null,"updated_at"?: string,"uploaded_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "document_versions_document_fkey"
      columns: ["organization_id","document_id","scope_id"]
isOneToOne: false
      referencedRelation: "documents"
      referencedColumns: ["organization_id","id","scope_id"]
    },{
      foreignKeyName: "document_versions_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "document_versions_uploaded_by_fkey"
      columns: ["organization_id","uploaded_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"documents": {
                  Row: {
                    "created_at": string,"created_by": string | null,"id": string,"indexed_version": number | null,"is_restricted": boolean,"kind": Database["public"]['Enums']["document_kind"],"latest_version": number,"organization_id": string,"origin": Database["public"]['Enums']["integration_provider"] | null,"origin_url": string | null,"scope_id": string,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by"?: string | null,"id": string,"indexed_version"?: number | null,"is_restricted": boolean,"kind"?: Database["public"]['Enums']["document_kind"],"latest_version"?: number,"organization_id": string,"origin"?: Database["public"]['Enums']["integration_provider"] | null,"origin_url"?: string | null,"scope_id": string,"updated_at"?: string
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string | null,"id"?: string,"indexed_version"?: number | null,"is_restricted"?: boolean,"kind"?: Database["public"]['Enums']["document_kind"],"latest_version"?: number,"organization_id"?: string,"origin"?: Database["public"]['Enums']["integration_provider"] | null,"origin_url"?: string | null,"scope_id"?: string,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "documents_created_by_fkey"
      columns: ["organization_id","created_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "documents_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "documents_source_fkey"
      columns: ["organization_id","id","scope_id","is_restricted"]
isOneToOne: false
      referencedRelation: "sources"
      referencedColumns: ["organization_id","id","scope_id","is_restricted"]
    }
                  ]
                },"drafts": {
                  Row: {
                    "approval_id": string,"created_at": string,"export": NonNullable<Json>,"item_numbers": (number)[],"model": string | null,"organization_id": string,"pack_id": string,"profile_id": string | null,"scope_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "approval_id": string,"created_at"?: string,"export": NonNullable<Json>,"item_numbers": (number)[],"model"?: string | null,"organization_id": string,"pack_id": string,"profile_id"?: string | null,"scope_id": string
                  }
                  Update: {
                    "approval_id"?: string,"created_at"?: string,"export"?: NonNullable<Json>,"item_numbers"?: (number)[],"model"?: string | null,"organization_id"?: string,"pack_id"?: string,"profile_id"?: string | null,"scope_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "drafts_approval_fkey"
      columns: ["organization_id","approval_id","scope_id"]
isOneToOne: false
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id","scope_id"]
    },{
      foreignKeyName: "drafts_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "drafts_pack_fkey"
      columns: ["organization_id","pack_id"]
isOneToOne: false
      referencedRelation: "evidence_packs"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "drafts_profile_fkey"
      columns: ["organization_id","profile_id"]
isOneToOne: false
      referencedRelation: "authoring_profiles"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"email_domains": {
                  Row: {
                    "created_at": string,"domain": string,"email_id": string,"id": string,"learned_by": string,"organization_id": string,"project_id": string,"removed_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"domain": string,"email_id": string,"id"?: string,"learned_by": string,"organization_id": string,"project_id": string,"removed_at"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"domain"?: string,"email_id"?: string,"id"?: string,"learned_by"?: string,"organization_id"?: string,"project_id"?: string,"removed_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "email_domains_email_fkey"
      columns: ["organization_id","email_id"]
isOneToOne: false
      referencedRelation: "inbound_emails"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "email_domains_learned_by_fkey"
      columns: ["organization_id","learned_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "email_domains_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "email_domains_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "email_domains_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"estimate_cases": {
                  Row: {
                    "category": string | null,"client_id": string | null,"created_at": string,"created_by": string,"expected_hours": number | null,"high_hours": number,"id": string,"low_hours": number,"model_version": string,"organization_id": string,"outcome": NonNullable<Json>,"project_id": string | null,"query": string,"service": string | null,"task_id": string | null,"typical_hours": number
                  }
                  ComputedFields: never
                  Insert: {
                    "category"?: string | null,"client_id"?: string | null,"created_at"?: string,"created_by": string,"expected_hours"?: number | null,"high_hours": number,"id"?: string,"low_hours": number,"model_version": string,"organization_id": string,"outcome": NonNullable<Json>,"project_id"?: string | null,"query": string,"service"?: string | null,"task_id"?: string | null,"typical_hours": number
                  }
                  Update: {
                    "category"?: string | null,"client_id"?: string | null,"created_at"?: string,"created_by"?: string,"expected_hours"?: number | null,"high_hours"?: number,"id"?: string,"low_hours"?: number,"model_version"?: string,"organization_id"?: string,"outcome"?: NonNullable<Json>,"project_id"?: string | null,"query"?: string,"service"?: string | null,"task_id"?: string | null,"typical_hours"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "estimate_cases_client_fkey"
      columns: ["organization_id","client_id"]
isOneToOne: false
      referencedRelation: "clients"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "estimate_cases_created_by_fkey"
      columns: ["organization_id","created_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "estimate_cases_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "estimate_cases_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "estimate_cases_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "estimate_cases_task_fkey"
      columns: ["organization_id","project_id","task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["organization_id","project_id","id"]
    }
                  ]
                },"evidence_packs": {
                  Row: {
                    "created_at": string,"created_by": string,"from_on": string,"id": string,"is_restricted": boolean,"items": NonNullable<Json>,"organization_id": string,"profile_id": string | null,"project_id": string,"scope_id": string,"source_ids": (string)[],"to_on": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by": string,"from_on": string,"id"?: string,"is_restricted"?: boolean,"items": NonNullable<Json>,"organization_id": string,"profile_id"?: string | null,"project_id": string,"scope_id"?: never,"source_ids"?: (string)[],"to_on": string
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string,"from_on"?: string,"id"?: string,"is_restricted"?: boolean,"items"?: NonNullable<Json>,"organization_id"?: string,"profile_id"?: string | null,"project_id"?: string,"scope_id"?: never,"source_ids"?: (string)[],"to_on"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "evidence_packs_created_by_fkey"
      columns: ["organization_id","created_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "evidence_packs_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "evidence_packs_profile_fkey"
      columns: ["organization_id","profile_id"]
isOneToOne: false
      referencedRelation: "authoring_profiles"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "evidence_packs_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "evidence_packs_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"external_links": {
                  Row: {
                    "approval_id": string,"created_at": string,"entity": Database["public"]['Enums']["external_entity"],"external_id": string,"organization_id": string,"project_id": string | null,"provider": Database["public"]['Enums']["external_provider"],"scope_id": string,"url": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "approval_id": string,"created_at"?: string,"entity": Database["public"]['Enums']["external_entity"],"external_id": string,"organization_id": string,"project_id"?: string | null,"provider": Database["public"]['Enums']["external_provider"],"scope_id": string,"url"?: string | null
                  }
                  Update: {
                    "approval_id"?: string,"created_at"?: string,"entity"?: Database["public"]['Enums']["external_entity"],"external_id"?: string,"organization_id"?: string,"project_id"?: string | null,"provider"?: Database["public"]['Enums']["external_provider"],"scope_id"?: string,"url"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "external_links_approval_fkey"
      columns: ["organization_id","approval_id","scope_id"]
isOneToOne: false
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id","scope_id"]
    },{
      foreignKeyName: "external_links_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "external_links_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "external_links_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"import_mappings": {
                  Row: {
                    "created_at": string,"created_by": string,"id": string,"mapping": NonNullable<Json>,"name": string,"organization_id": string,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by": string,"id"?: string,"mapping": NonNullable<Json>,"name": string,"organization_id": string,"updated_at"?: string
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string,"id"?: string,"mapping"?: NonNullable<Json>,"name"?: string,"organization_id"?: string,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "import_mappings_created_by_fkey"
      columns: ["organization_id","created_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "import_mappings_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    }
                  ]
                },"inbound_emails": {
                  Row: {
                    "assigned_by": string | null,"attachment_count": number,"auth_by": string | null,"auth_verdict": Database["public"]['Enums']["email_verdict"],"automatic": Database["public"]['Enums']["automatic_email"] | null,"candidates": NonNullable<Json>,"created_at": string,"external_id": string,"from_address": string,"from_domain": string,"from_name": string | null,"id": string,"index_attempts": number,"indexed_at": string | null,"message_id": string | null,"organization_id": string,"project_id": string | null,"provider": Database["public"]['Enums']["integration_provider"],"reason": string | null,"received_at": string,"recipients": NonNullable<Json>,"reject_reason": string | null,"rejected_at": string | null,"rejected_by": string | null,"removed_at": string | null,"rule": Database["public"]['Enums']["email_rule"] | null,"subject": string,"subject_key": string,"thread_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "assigned_by"?: string | null,"attachment_count"?: number,"auth_by"?: string | null,"auth_verdict": Database["public"]['Enums']["email_verdict"],"automatic"?: Database["public"]['Enums']["automatic_email"] | null,"candidates"?: NonNullable<Json>,"created_at"?: string,"external_id": string,"from_address": string,"from_domain": string,"from_name"?: string | null,"id": string,"index_attempts"?: number,"indexed_at"?: string | null,"message_id"?: string | null,"organization_id": string,"project_id"?: string | null,"provider": Database["public"]['Enums']["integration_provider"],"reason"?: string | null,"received_at": string,"recipients"?: NonNullable<Json>,"reject_reason"?: string | null,"rejected_at"?: string | null,"rejected_by"?: string | null,"removed_at"?: string | null,"rule"?: Database["public"]['Enums']["email_rule"] | null,"subject": string,"subject_key": string,"thread_id": string
                  }
                  Update: {
                    "assigned_by"?: string | null,"attachment_count"?: number,"auth_by"?: string | null,"auth_verdict"?: Database["public"]['Enums']["email_verdict"],"automatic"?: Database["public"]['Enums']["automatic_email"] | null,"candidates"?: NonNullable<Json>,"created_at"?: string,"external_id"?: string,"from_address"?: string,"from_domain"?: string,"from_name"?: string | null,"id"?: string,"index_attempts"?: number,"indexed_at"?: string | null,"message_id"?: string | null,"organization_id"?: string,"project_id"?: string | null,"provider"?: Database["public"]['Enums']["integration_provider"],"reason"?: string | null,"received_at"?: string,"recipients"?: NonNullable<Json>,"reject_reason"?: string | null,"rejected_at"?: string | null,"rejected_by"?: string | null,"removed_at"?: string | null,"rule"?: Database["public"]['Enums']["email_rule"] | null,"subject"?: string,"subject_key"?: string,"thread_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "inbound_emails_assigned_by_fkey"
      columns: ["organization_id","assigned_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "inbound_emails_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "inbound_emails_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "inbound_emails_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "inbound_emails_rejected_by_fkey"
      columns: ["organization_id","rejected_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "inbound_emails_source_fkey"
      columns: ["organization_id","id"]
isOneToOne: false
      referencedRelation: "sources"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"integrations": {
                  Row: {
                    "connected_by": string,"created_at": string,"organization_id": string,"provider": Database["public"]['Enums']["integration_provider"],"secret_name": string,"settings": NonNullable<Json>,"updated_at": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "connected_by": string,"created_at"?: string,"organization_id": string,"provider": Database["public"]['Enums']["integration_provider"],"secret_name": string,"settings"?: NonNullable<Json>,"updated_at"?: string,"version"?: number
                  }
                  Update: {
                    "connected_by"?: string,"created_at"?: string,"organization_id"?: string,"provider"?: Database["public"]['Enums']["integration_provider"],"secret_name"?: string,"settings"?: NonNullable<Json>,"updated_at"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "integrations_connected_by_fkey"
      columns: ["organization_id","connected_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "integrations_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    }
                  ]
                },"invitations": {
                  Row: {
                    "accepted_at": string | null,"created_at": string,"email": string,"expires_at": string,"id": string,"invited_by": string | null,"organization_id": string,"person_id": string,"project_ids": (string)[],"revoked_at": string | null,"token_hash": string
                  }
                  ComputedFields: never
                  Insert: {
                    "accepted_at"?: string | null,"created_at"?: string,"email": string,"expires_at": string,"id"?: string,"invited_by"?: string | null,"organization_id": string,"person_id": string,"project_ids"?: (string)[],"revoked_at"?: string | null,"token_hash": string
                  }
                  Update: {
                    "accepted_at"?: string | null,"created_at"?: string,"email"?: string,"expires_at"?: string,"id"?: string,"invited_by"?: string | null,"organization_id"?: string,"person_id"?: string,"project_ids"?: (string)[],"revoked_at"?: string | null,"token_hash"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "invitations_invited_by_fkey"
      columns: ["organization_id","invited_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "invitations_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "invitations_person_fkey"
      columns: ["organization_id","person_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"live_prompts": {
                  Row: {
                    "live_version_id": string | null,"moved_at": string | null,"moved_by": string | null,"organization_id": string,"staged_version_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "live_version_id"?: string | null,"moved_at"?: string | null,"moved_by"?: string | null,"organization_id": string,"staged_version_id"?: string | null
                  }
                  Update: {
                    "live_version_id"?: string | null,"moved_at"?: string | null,"moved_by"?: string | null,"organization_id"?: string,"staged_version_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "live_prompts_live_version_fkey"
      columns: ["organization_id","live_version_id"]
isOneToOne: false
      referencedRelation: "prompt_versions"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "live_prompts_moved_by_fkey"
      columns: ["organization_id","moved_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "live_prompts_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: true
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "live_prompts_staged_version_fkey"
      columns: ["organization_id","staged_version_id"]
isOneToOne: false
      referencedRelation: "prompt_versions"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"meetings": {
                  Row: {
                    "attendees": NonNullable<Json>,"created_at": string,"ends_at": string,"external_id": string,"id": string,"match_reason": string | null,"matched_by": Database["public"]['Enums']["meeting_matched_by"] | null,"organization_id": string,"provider": Database["public"]['Enums']["integration_provider"],"recorded_by": string | null,"scope_id": string,"starts_at": string,"summary": string | null,"updated_at": string,"url": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "attendees"?: NonNullable<Json>,"created_at"?: string,"ends_at": string,"external_id": string,"id": string,"match_reason"?: string | null,"matched_by"?: Database["public"]['Enums']["meeting_matched_by"] | null,"organization_id": string,"provider": Database["public"]['Enums']["integration_provider"],"recorded_by"?: string | null,"scope_id": string,"starts_at": string,"summary"?: string | null,"updated_at"?: string,"url"?: string | null
                  }
                  Update: {
                    "attendees"?: NonNullable<Json>,"created_at"?: string,"ends_at"?: string,"external_id"?: string,"id"?: string,"match_reason"?: string | null,"matched_by"?: Database["public"]['Enums']["meeting_matched_by"] | null,"organization_id"?: string,"provider"?: Database["public"]['Enums']["integration_provider"],"recorded_by"?: string | null,"scope_id"?: string,"starts_at"?: string,"summary"?: string | null,"updated_at"?: string,"url"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "meetings_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "meetings_source_fkey"
      columns: ["organization_id","id","scope_id"]
isOneToOne: false
      referencedRelation: "sources"
      referencedColumns: ["organization_id","id","scope_id"]
    }
                  ]
                },"operating_profiles": {
                  Row: {
                    "account_id": string,"cadence": Database["public"]['Enums']["reporting_cadence"] | null,"contacts": NonNullable<Json>,"created_at": string,"definition_of_done": (string)[],"organization_id": string,"shares_hours": boolean,"standing_facts": (string)[],"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "account_id": string,"cadence"?: Database["public"]['Enums']["reporting_cadence"] | null,"contacts"?: NonNullable<Json>,"created_at"?: string,"definition_of_done"?: (string)[],"organization_id": string,"shares_hours"?: boolean,"standing_facts"?: (string)[],"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "account_id"?: string,"cadence"?: Database["public"]['Enums']["reporting_cadence"] | null,"contacts"?: NonNullable<Json>,"created_at"?: string,"definition_of_done"?: (string)[],"organization_id"?: string,"shares_hours"?: boolean,"standing_facts"?: (string)[],"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "operating_profiles_account_fkey"
      columns: ["organization_id","account_id"]
isOneToOne: false
      referencedRelation: "accounts"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "operating_profiles_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "operating_profiles_updated_by_fkey"
      columns: ["organization_id","updated_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"organization_settings": {
                  Row: {
                    "brand_color": string | null,"forbids_self_approval": boolean,"organization_id": string,"requires_second_factor": Database["public"]['Enums']["second_factor_rule"],"updated_at": string,"updated_by": string | null,"version": number,"week_starts_on": number,"working_hours": NonNullable<Json>
                  }
                  ComputedFields: never
                  Insert: {
                    "brand_color"?: string | null,"forbids_self_approval"?: boolean,"organization_id": string,"requires_second_factor"?: Database["public"]['Enums']["second_factor_rule"],"updated_at"?: string,"updated_by"?: string | null,"version"?: number,"week_starts_on"?: number,"working_hours"?: NonNullable<Json>
                  }
                  Update: {
                    "brand_color"?: string | null,"forbids_self_approval"?: boolean,"organization_id"?: string,"requires_second_factor"?: Database["public"]['Enums']["second_factor_rule"],"updated_at"?: string,"updated_by"?: string | null,"version"?: number,"week_starts_on"?: number,"working_hours"?: NonNullable<Json>
                  }
                  Relationships: [
                    {
      foreignKeyName: "organization_settings_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: true
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "organization_settings_updated_by_fkey"
      columns: ["organization_id","updated_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"organizations": {
                  Row: {
                    "created_at": string,"currency": string,"email_domain": string,"id": string,"name": string,"time_zone": string,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"currency"?: string,"email_domain": string,"id"?: string,"name": string,"time_zone"?: string,"updated_at"?: string
                  }
                  Update: {
                    "created_at"?: string,"currency"?: string,"email_domain"?: string,"id"?: string,"name"?: string,"time_zone"?: string,"updated_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"passages": {
                  Row: {
                    "content": string,"created_at": string,"id": string,"location": NonNullable<Json>,"organization_id": string,"position": number,"scope_id": string,"search_vector": unknown,"source_id": string,"source_version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "content": string,"created_at"?: string,"id"?: string,"location"?: NonNullable<Json>,"organization_id": string,"position": number,"scope_id": string,"search_vector"?: unknown,"source_id": string,"source_version": number
                  }
                  Update: {
                    "content"?: string,"created_at"?: string,"id"?: string,"location"?: NonNullable<Json>,"organization_id"?: string,"position"?: number,"scope_id"?: string,"search_vector"?: unknown,"source_id"?: string,"source_version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "passages_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "passages_source_fkey"
      columns: ["organization_id","source_id","scope_id"]
isOneToOne: false
      referencedRelation: "sources"
      referencedColumns: ["organization_id","id","scope_id"]
    }
                  ]
                },"people": {
                  Row: {
                    "archived_at": string | null,"client_id": string | null,"created_at": string,"email": string | null,"external_key": string | null,"id": string,"is_employee": boolean,"is_prompt_owner": boolean,"merged_into_id": string | null,"name": string,"organization_id": string,"role": Database["public"]['Enums']["person_role"],"updated_at": string,"user_id": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"client_id"?: string | null,"created_at"?: string,"email"?: string | null,"external_key"?: string | null,"id"?: string,"is_employee": boolean,"is_prompt_owner"?: boolean,"merged_into_id"?: string | null,"name": string,"organization_id": string,"role": Database["public"]['Enums']["person_role"],"updated_at"?: string,"user_id"?: string | null,"version"?: number
                  }
                  Update: {
                    "archived_at"?: string | null,"client_id"?: string | null,"created_at"?: string,"email"?: string | null,"external_key"?: string | null,"id"?: string,"is_employee"?: boolean,"is_prompt_owner"?: boolean,"merged_into_id"?: string | null,"name"?: string,"organization_id"?: string,"role"?: Database["public"]['Enums']["person_role"],"updated_at"?: string,"user_id"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "people_client_fkey"
      columns: ["client_id","organization_id"]
isOneToOne: false
      referencedRelation: "clients"
      referencedColumns: ["id","organization_id"]
    },{
      foreignKeyName: "people_merged_into_fkey"
      columns: ["organization_id","merged_into_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "people_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    }
                  ]
                },"person_rates": {
                  Row: {
                    "cost_per_hour": number,"created_at": string,"id": string,"organization_id": string,"person_id": string,"updated_at": string,"valid_from": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "cost_per_hour": number,"created_at"?: string,"id"?: string,"organization_id": string,"person_id": string,"updated_at"?: string,"valid_from": string,"version"?: number
                  }
                  Update: {
                    "cost_per_hour"?: number,"created_at"?: string,"id"?: string,"organization_id"?: string,"person_id"?: string,"updated_at"?: string,"valid_from"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "person_rates_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "person_rates_person_fkey"
      columns: ["organization_id","person_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"portfolio_classifications": {
                  Row: {
                    "classified_by": string,"created_at": string,"id": string,"organization_id": string,"project_id": string,"reason": string | null,"risk": Database["public"]['Enums']["risk_level"] | null,"service_line": string | null,"tier": Database["public"]['Enums']["portfolio_tier"] | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "classified_by": string,"created_at"?: string,"id"?: string,"organization_id": string,"project_id": string,"reason"?: string | null,"risk"?: Database["public"]['Enums']["risk_level"] | null,"service_line"?: string | null,"tier"?: Database["public"]['Enums']["portfolio_tier"] | null,"version": number
                  }
                  Update: {
                    "classified_by"?: string,"created_at"?: string,"id"?: string,"organization_id"?: string,"project_id"?: string,"reason"?: string | null,"risk"?: Database["public"]['Enums']["risk_level"] | null,"service_line"?: string | null,"tier"?: Database["public"]['Enums']["portfolio_tier"] | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "portfolio_classifications_classified_by_fkey"
      columns: ["organization_id","classified_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "portfolio_classifications_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "portfolio_classifications_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "portfolio_classifications_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"portfolio_import_changes": {
                  Row: {
                    "change": Database["public"]['Enums']["import_change"],"changes": Json | null,"entity": Database["public"]['Enums']["import_entity"],"entity_id": string,"organization_id": string,"run_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "change": Database["public"]['Enums']["import_change"],"changes"?: Json | null,"entity": Database["public"]['Enums']["import_entity"],"entity_id": string,"organization_id": string,"run_id": string
                  }
                  Update: {
                    "change"?: Database["public"]['Enums']["import_change"],"changes"?: Json | null,"entity"?: Database["public"]['Enums']["import_entity"],"entity_id"?: string,"organization_id"?: string,"run_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "portfolio_import_changes_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "portfolio_import_changes_run_fkey"
      columns: ["organization_id","run_id"]
isOneToOne: false
      referencedRelation: "portfolio_import_runs"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"portfolio_import_memberships": {
                  Row: {
                    "organization_id": string,"person_id": string,"person_name": string,"project_id": string,"project_name": string,"run_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "organization_id": string,"person_id": string,"person_name": string,"project_id": string,"project_name": string,"run_id": string
                  }
                  Update: {
                    "organization_id"?: string,"person_id"?: string,"person_name"?: string,"project_id"?: string,"project_name"?: string,"run_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "portfolio_import_memberships_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "portfolio_import_memberships_run_fkey"
      columns: ["organization_id","run_id"]
isOneToOne: false
      referencedRelation: "portfolio_import_runs"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"portfolio_import_rows": {
                  Row: {
                    "changes": Json | null,"disposition": Database["public"]['Enums']["import_disposition"],"line": number,"organization_id": string,"project_code": string | null,"reason": string | null,"run_id": string,"task_key": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "changes"?: Json | null,"disposition": Database["public"]['Enums']["import_disposition"],"line": number,"organization_id": string,"project_code"?: string | null,"reason"?: string | null,"run_id": string,"task_key"?: string | null
                  }
                  Update: {
                    "changes"?: Json | null,"disposition"?: Database["public"]['Enums']["import_disposition"],"line"?: number,"organization_id"?: string,"project_code"?: string | null,"reason"?: string | null,"run_id"?: string,"task_key"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "portfolio_import_rows_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "portfolio_import_rows_run_fkey"
      columns: ["organization_id","run_id"]
isOneToOne: false
      referencedRelation: "portfolio_import_runs"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"portfolio_import_runs": {
                  Row: {
                    "applied_at": string | null,"counts": Json | null,"created_at": string,"error": string | null,"file_name": string,"file_sha256": string,"finished_at": string | null,"id": string,"mapping": NonNullable<Json>,"mode": Database["public"]['Enums']["import_mode"],"organization_id": string,"parser_version": string,"plan_hash": string | null,"requested_by": string,"status": Database["public"]['Enums']["import_status"],"undone_at": string | null,"undone_by": string | null,"validation": Json | null
                  }
                  ComputedFields: never
                  Insert: {
                    "applied_at"?: string | null,"counts"?: Json | null,"created_at"?: string,"error"?: string | null,"file_name": string,"file_sha256": string,"finished_at"?: string | null,"id"?: string,"mapping": NonNullable<Json>,"mode": Database["public"]['Enums']["import_mode"],"organization_id": string,"parser_version": string,"plan_hash"?: string | null,"requested_by": string,"status": Database["public"]['Enums']["import_status"],"undone_at"?: string | null,"undone_by"?: string | null,"validation"?: Json | null
                  }
                  Update: {
                    "applied_at"?: string | null,"counts"?: Json | null,"created_at"?: string,"error"?: string | null,"file_name"?: string,"file_sha256"?: string,"finished_at"?: string | null,"id"?: string,"mapping"?: NonNullable<Json>,"mode"?: Database["public"]['Enums']["import_mode"],"organization_id"?: string,"parser_version"?: string,"plan_hash"?: string | null,"requested_by"?: string,"status"?: Database["public"]['Enums']["import_status"],"undone_at"?: string | null,"undone_by"?: string | null,"validation"?: Json | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "portfolio_import_runs_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "portfolio_import_runs_requested_by_fkey"
      columns: ["organization_id","requested_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "portfolio_import_runs_undone_by_fkey"
      columns: ["organization_id","undone_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"project_members": {
                  Row: {
                    "created_at": string,"organization_id": string,"person_id": string,"project_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"organization_id": string,"person_id": string,"project_id": string
                  }
                  Update: {
                    "created_at"?: string,"organization_id"?: string,"person_id"?: string,"project_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "project_members_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "project_members_person_fkey"
      columns: ["organization_id","person_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "project_members_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "project_members_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"project_notes": {
                  Row: {
                    "body": string,"created_at": string,"id": string,"occurred_on": string,"organization_id": string,"project_id": string,"scope_id": string,"source_id": string,"title": string,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "body": string,"created_at"?: string,"id"?: string,"occurred_on": string,"organization_id": string,"project_id": string,"scope_id": string,"source_id": string,"title": string,"updated_at"?: string
                  }
                  Update: {
                    "body"?: string,"created_at"?: string,"id"?: string,"occurred_on"?: string,"organization_id"?: string,"project_id"?: string,"scope_id"?: string,"source_id"?: string,"title"?: string,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "project_notes_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "project_notes_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "project_notes_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "project_notes_source_fkey"
      columns: ["organization_id","source_id","scope_id"]
isOneToOne: false
      referencedRelation: "sources"
      referencedColumns: ["organization_id","id","scope_id"]
    }
                  ]
                },"project_rates": {
                  Row: {
                    "cost_per_hour": number | null,"created_at": string,"id": string,"organization_id": string,"project_id": string,"revenue_per_hour": number,"updated_at": string,"valid_from": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "cost_per_hour"?: number | null,"created_at"?: string,"id"?: string,"organization_id": string,"project_id": string,"revenue_per_hour": number,"updated_at"?: string,"valid_from": string,"version"?: number
                  }
                  Update: {
                    "cost_per_hour"?: number | null,"created_at"?: string,"id"?: string,"organization_id"?: string,"project_id"?: string,"revenue_per_hour"?: number,"updated_at"?: string,"valid_from"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "project_rates_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "project_rates_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "project_rates_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"projects": {
                  Row: {
                    "account_id": string,"archived_at": string | null,"budget_amount": number | null,"budget_hours": number | null,"code": string | null,"created_at": string,"due_on": string | null,"id": string,"lead_id": string | null,"name": string,"organization_id": string,"starts_on": string | null,"status": Database["public"]['Enums']["project_status"],"summary": string | null,"updated_at": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "account_id": string,"archived_at"?: string | null,"budget_amount"?: number | null,"budget_hours"?: number | null,"code"?: string | null,"created_at"?: string,"due_on"?: string | null,"id"?: string,"lead_id"?: string | null,"name": string,"organization_id": string,"starts_on"?: string | null,"status"?: Database["public"]['Enums']["project_status"],"summary"?: string | null,"updated_at"?: string,"version"?: number
                  }
                  Update: {
                    "account_id"?: string,"archived_at"?: string | null,"budget_amount"?: number | null,"budget_hours"?: number | null,"code"?: string | null,"created_at"?: string,"due_on"?: string | null,"id"?: string,"lead_id"?: string | null,"name"?: string,"organization_id"?: string,"starts_on"?: string | null,"status"?: Database["public"]['Enums']["project_status"],"summary"?: string | null,"updated_at"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "projects_account_fkey"
      columns: ["organization_id","account_id"]
isOneToOne: false
      referencedRelation: "accounts"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "projects_lead_fkey"
      columns: ["organization_id","lead_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "projects_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    }
                  ]
                },"prompt_versions": {
                  Row: {
                    "approval_id": string | null,"base": string,"created_at": string,"created_by": string,"id": string,"note": string | null,"number": number,"organization_id": string,"origin": Database["public"]['Enums']["prompt_origin"],"restores_id": string | null,"rules": (string)[]
                  }
                  ComputedFields: never
                  Insert: {
                    "approval_id"?: string | null,"base": string,"created_at"?: string,"created_by": string,"id"?: string,"note"?: string | null,"number": number,"organization_id": string,"origin": Database["public"]['Enums']["prompt_origin"],"restores_id"?: string | null,"rules"?: (string)[]
                  }
                  Update: {
                    "approval_id"?: string | null,"base"?: string,"created_at"?: string,"created_by"?: string,"id"?: string,"note"?: string | null,"number"?: number,"organization_id"?: string,"origin"?: Database["public"]['Enums']["prompt_origin"],"restores_id"?: string | null,"rules"?: (string)[]
                  }
                  Relationships: [
                    {
      foreignKeyName: "prompt_versions_approval_fkey"
      columns: ["organization_id","approval_id"]
isOneToOne: false
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "prompt_versions_created_by_fkey"
      columns: ["organization_id","created_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "prompt_versions_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "prompt_versions_restores_fkey"
      columns: ["organization_id","restores_id"]
isOneToOne: false
      referencedRelation: "prompt_versions"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"reconciliation_resolutions": {
                  Row: {
                    "created_at": string,"decided_by": string,"facts_hash": string,"finding_code": string,"id": string,"organization_id": string,"reason": string,"state": Database["public"]['Enums']["resolution_state"],"subject_id": string,"subject_type": Database["public"]['Enums']["finding_subject"],"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"decided_by": string,"facts_hash": string,"finding_code": string,"id"?: string,"organization_id": string,"reason": string,"state": Database["public"]['Enums']["resolution_state"],"subject_id": string,"subject_type": Database["public"]['Enums']["finding_subject"],"version": number
                  }
                  Update: {
                    "created_at"?: string,"decided_by"?: string,"facts_hash"?: string,"finding_code"?: string,"id"?: string,"organization_id"?: string,"reason"?: string,"state"?: Database["public"]['Enums']["resolution_state"],"subject_id"?: string,"subject_type"?: Database["public"]['Enums']["finding_subject"],"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "reconciliation_resolutions_decided_by_fkey"
      columns: ["organization_id","decided_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "reconciliation_resolutions_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    }
                  ]
                },"scope_changes": {
                  Row: {
                    "amount_change": number | null,"approval_id": string,"description": string,"effective_on": string | null,"hours_change": number | null,"id": string,"is_restricted": boolean,"organization_id": string,"project_id": string,"published_at": string,"scope_id": string,"title": string,"withdrawn_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "amount_change"?: number | null,"approval_id": string,"description": string,"effective_on"?: string | null,"hours_change"?: number | null,"id"?: string,"is_restricted"?: boolean,"organization_id": string,"project_id": string,"published_at"?: string,"scope_id"?: never,"title": string,"withdrawn_at"?: string | null
                  }
                  Update: {
                    "amount_change"?: number | null,"approval_id"?: string,"description"?: string,"effective_on"?: string | null,"hours_change"?: number | null,"id"?: string,"is_restricted"?: boolean,"organization_id"?: string,"project_id"?: string,"published_at"?: string,"scope_id"?: never,"title"?: string,"withdrawn_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "scope_changes_approval_fkey"
      columns: ["organization_id","approval_id"]
isOneToOne: true
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "scope_changes_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "scope_changes_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "scope_changes_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"skill_versions": {
                  Row: {
                    "approval_id": string,"content": string,"created_at": string,"created_by": string,"id": string,"number": number,"organization_id": string,"skill_id": string,"title": string
                  }
                  ComputedFields: never
                  Insert: {
                    "approval_id": string,"content": string,"created_at"?: string,"created_by": string,"id"?: string,"number": number,"organization_id": string,"skill_id": string,"title": string
                  }
                  Update: {
                    "approval_id"?: string,"content"?: string,"created_at"?: string,"created_by"?: string,"id"?: string,"number"?: number,"organization_id"?: string,"skill_id"?: string,"title"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "skill_versions_approval_fkey"
      columns: ["organization_id","approval_id"]
isOneToOne: false
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "skill_versions_created_by_fkey"
      columns: ["organization_id","created_by"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "skill_versions_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "skill_versions_skill_fkey"
      columns: ["organization_id","skill_id"]
isOneToOne: false
      referencedRelation: "skills"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"skills": {
                  Row: {
                    "archived_at": string | null,"created_at": string,"id": string,"live_version_id": string | null,"name": string,"organization_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"created_at"?: string,"id"?: string,"live_version_id"?: string | null,"name": string,"organization_id": string
                  }
                  Update: {
                    "archived_at"?: string | null,"created_at"?: string,"id"?: string,"live_version_id"?: string | null,"name"?: string,"organization_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "skills_live_version_fkey"
      columns: ["organization_id","id","live_version_id"]
isOneToOne: false
      referencedRelation: "skill_versions"
      referencedColumns: ["organization_id","skill_id","id"]
    },{
      foreignKeyName: "skills_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    }
                  ]
                },"sources": {
                  Row: {
                    "archived_at": string | null,"created_at": string,"id": string,"is_restricted": boolean,"keywords": string | null,"kind": Database["public"]['Enums']["source_kind"],"language": string | null,"occurred_at": string | null,"organization_id": string,"project_id": string | null,"published_version": number | null,"scope_id": string,"search_vector": unknown,"title": string,"updated_at": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"created_at"?: string,"id"?: string,"is_restricted"?: boolean,"keywords"?: string | null,"kind": Database["public"]['Enums']["source_kind"],"language"?: string | null,"occurred_at"?: string | null,"organization_id": string,"project_id"?: string | null,"published_version"?: number | null,"scope_id"?: never,"search_vector"?: unknown,"title": string,"updated_at"?: string,"version"?: number
                  }
                  Update: {
                    "archived_at"?: string | null,"created_at"?: string,"id"?: string,"is_restricted"?: boolean,"keywords"?: string | null,"kind"?: Database["public"]['Enums']["source_kind"],"language"?: string | null,"occurred_at"?: string | null,"organization_id"?: string,"project_id"?: string | null,"published_version"?: number | null,"scope_id"?: never,"search_vector"?: unknown,"title"?: string,"updated_at"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "sources_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "sources_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "sources_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"sow_drafts": {
                  Row: {
                    "approval_id": string,"id": string,"is_restricted": boolean,"organization_id": string,"project_id": string,"published_at": string,"scope_id": string,"sections": NonNullable<Json>,"title": string,"withdrawn_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "approval_id": string,"id"?: string,"is_restricted"?: boolean,"organization_id": string,"project_id": string,"published_at"?: string,"scope_id"?: never,"sections": NonNullable<Json>,"title": string,"withdrawn_at"?: string | null
                  }
                  Update: {
                    "approval_id"?: string,"id"?: string,"is_restricted"?: boolean,"organization_id"?: string,"project_id"?: string,"published_at"?: string,"scope_id"?: never,"sections"?: NonNullable<Json>,"title"?: string,"withdrawn_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "sow_drafts_approval_fkey"
      columns: ["organization_id","approval_id"]
isOneToOne: true
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "sow_drafts_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "sow_drafts_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "sow_drafts_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"status_update_versions": {
                  Row: {
                    "health": Database["public"]['Enums']["project_health"],"next_steps": string | null,"organization_id": string,"project_id": string,"risks": string | null,"status_update_id": string,"summary": string,"version": number,"written_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "health": Database["public"]['Enums']["project_health"],"next_steps"?: string | null,"organization_id": string,"project_id": string,"risks"?: string | null,"status_update_id": string,"summary": string,"version": number,"written_at": string
                  }
                  Update: {
                    "health"?: Database["public"]['Enums']["project_health"],"next_steps"?: string | null,"organization_id"?: string,"project_id"?: string,"risks"?: string | null,"status_update_id"?: string,"summary"?: string,"version"?: number,"written_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "status_update_versions_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "status_update_versions_status_update_fkey"
      columns: ["organization_id","project_id","status_update_id"]
isOneToOne: false
      referencedRelation: "status_updates"
      referencedColumns: ["organization_id","project_id","id"]
    }
                  ]
                },"status_updates": {
                  Row: {
                    "author_id": string,"corrected_at": string | null,"created_at": string,"health": Database["public"]['Enums']["project_health"],"id": string,"next_steps": string | null,"organization_id": string,"project_id": string,"risks": string | null,"summary": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "author_id": string,"corrected_at"?: string | null,"created_at"?: string,"health": Database["public"]['Enums']["project_health"],"id"?: string,"next_steps"?: string | null,"organization_id": string,"project_id": string,"risks"?: string | null,"summary": string,"version"?: number
                  }
                  Update: {
                    "author_id"?: string,"corrected_at"?: string | null,"created_at"?: string,"health"?: Database["public"]['Enums']["project_health"],"id"?: string,"next_steps"?: string | null,"organization_id"?: string,"project_id"?: string,"risks"?: string | null,"summary"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "status_updates_author_fkey"
      columns: ["organization_id","author_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "status_updates_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "status_updates_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "status_updates_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"sync_dead_letters": {
                  Row: {
                    "attempt": number,"code": string,"created_at": string,"external_id": string,"id": string,"listing": number,"organization_id": string,"payload": NonNullable<Json>,"payload_hash": string,"reason": string,"resolved_at": string | null,"run_id": string,"stream_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "attempt"?: number,"code": string,"created_at"?: string,"external_id": string,"id"?: string,"listing"?: number,"organization_id": string,"payload": NonNullable<Json>,"payload_hash": string,"reason": string,"resolved_at"?: string | null,"run_id": string,"stream_id": string
                  }
                  Update: {
                    "attempt"?: number,"code"?: string,"created_at"?: string,"external_id"?: string,"id"?: string,"listing"?: number,"organization_id"?: string,"payload"?: NonNullable<Json>,"payload_hash"?: string,"reason"?: string,"resolved_at"?: string | null,"run_id"?: string,"stream_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "sync_dead_letters_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "sync_dead_letters_run_fkey"
      columns: ["organization_id","run_id"]
isOneToOne: false
      referencedRelation: "sync_runs"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "sync_dead_letters_stream_fkey"
      columns: ["organization_id","stream_id"]
isOneToOne: false
      referencedRelation: "sync_streams"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"sync_runs": {
                  Row: {
                    "calls": number,"created": number,"cursor_after": string | null,"cursor_before": string | null,"deleted": number,"ended_at": string | null,"ended_because": Database["public"]['Enums']["sync_end"] | null,"error": string | null,"failed": number,"filtered": number,"gaps": number,"id": string,"organization_id": string,"pages": number,"record_count": number,"retries": number,"started_at": string,"stream_id": string,"unchanged": number,"updated": number
                  }
                  ComputedFields: never
                  Insert: {
                    "calls"?: number,"created"?: number,"cursor_after"?: string | null,"cursor_before"?: string | null,"deleted"?: number,"ended_at"?: string | null,"ended_because"?: Database["public"]['Enums']["sync_end"] | null,"error"?: string | null,"failed"?: number,"filtered"?: number,"gaps"?: number,"id"?: string,"organization_id": string,"pages"?: number,"record_count"?: number,"retries"?: number,"started_at"?: string,"stream_id": string,"unchanged"?: number,"updated"?: number
                  }
                  Update: {
                    "calls"?: number,"created"?: number,"cursor_after"?: string | null,"cursor_before"?: string | null,"deleted"?: number,"ended_at"?: string | null,"ended_because"?: Database["public"]['Enums']["sync_end"] | null,"error"?: string | null,"failed"?: number,"filtered"?: number,"gaps"?: number,"id"?: string,"organization_id"?: string,"pages"?: number,"record_count"?: number,"retries"?: number,"started_at"?: string,"stream_id"?: string,"unchanged"?: number,"updated"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "sync_runs_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "sync_runs_stream_fkey"
      columns: ["organization_id","stream_id"]
isOneToOne: false
      referencedRelation: "sync_streams"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"sync_scopes": {
                  Row: {
                    "created_at": string,"external_id": string,"id": string,"name": string,"organization_id": string,"project_id": string,"stream_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"external_id": string,"id"?: string,"name": string,"organization_id": string,"project_id": string,"stream_id": string
                  }
                  Update: {
                    "created_at"?: string,"external_id"?: string,"id"?: string,"name"?: string,"organization_id"?: string,"project_id"?: string,"stream_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "sync_scopes_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "sync_scopes_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "sync_scopes_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "sync_scopes_stream_fkey"
      columns: ["organization_id","stream_id"]
isOneToOne: false
      referencedRelation: "sync_streams"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"sync_streams": {
                  Row: {
                    "completed_at": string | null,"confirmed_at": string | null,"created_at": string,"cursor": string | null,"failures": number,"id": string,"listing": number,"next_at": string,"organization_id": string,"pause_reason": Database["public"]['Enums']["sync_pause_reason"] | null,"provider": Database["public"]['Enums']["integration_provider"],"state": Database["public"]['Enums']["sync_state"],"stored_bytes": number,"stream": Database["public"]['Enums']["sync_stream_name"]
                  }
                  ComputedFields: never
                  Insert: {
                    "completed_at"?: string | null,"confirmed_at"?: string | null,"created_at"?: string,"cursor"?: string | null,"failures"?: number,"id"?: string,"listing"?: number,"next_at"?: string,"organization_id": string,"pause_reason"?: Database["public"]['Enums']["sync_pause_reason"] | null,"provider": Database["public"]['Enums']["integration_provider"],"state"?: Database["public"]['Enums']["sync_state"],"stored_bytes"?: number,"stream": Database["public"]['Enums']["sync_stream_name"]
                  }
                  Update: {
                    "completed_at"?: string | null,"confirmed_at"?: string | null,"created_at"?: string,"cursor"?: string | null,"failures"?: number,"id"?: string,"listing"?: number,"next_at"?: string,"organization_id"?: string,"pause_reason"?: Database["public"]['Enums']["sync_pause_reason"] | null,"provider"?: Database["public"]['Enums']["integration_provider"],"state"?: Database["public"]['Enums']["sync_state"],"stored_bytes"?: number,"stream"?: Database["public"]['Enums']["sync_stream_name"]
                  }
                  Relationships: [
                    {
      foreignKeyName: "sync_streams_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    }
                  ]
                },"task_comments": {
                  Row: {
                    "archived_at": string | null,"author_id": string,"body": string,"created_at": string,"edited_at": string | null,"id": string,"organization_id": string,"project_id": string,"task_id": string,"updated_at": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"author_id": string,"body": string,"created_at"?: string,"edited_at"?: string | null,"id"?: string,"organization_id": string,"project_id": string,"task_id": string,"updated_at"?: string,"version"?: number
                  }
                  Update: {
                    "archived_at"?: string | null,"author_id"?: string,"body"?: string,"created_at"?: string,"edited_at"?: string | null,"id"?: string,"organization_id"?: string,"project_id"?: string,"task_id"?: string,"updated_at"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "task_comments_author_fkey"
      columns: ["organization_id","author_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "task_comments_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "task_comments_task_fkey"
      columns: ["organization_id","project_id","task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["organization_id","project_id","id"]
    }
                  ]
                },"tasks": {
                  Row: {
                    "archived_at": string | null,"assignee_id": string | null,"category": string | null,"completed_on": string | null,"created_at": string,"description": string | null,"due_on": string | null,"estimate_hours": number | null,"estimated_on": string | null,"external_key": string | null,"hidden_at": string | null,"id": string,"labels": (string)[],"managed_by": string | null,"organization_id": string,"parent_id": string | null,"priority": number | null,"project_id": string,"started_on": string | null,"status": Database["public"]['Enums']["task_status"],"subcategory": string | null,"title": string,"updated_at": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"assignee_id"?: string | null,"category"?: string | null,"completed_on"?: string | null,"created_at"?: string,"description"?: string | null,"due_on"?: string | null,"estimate_hours"?: number | null,"estimated_on"?: string | null,"external_key"?: string | null,"hidden_at"?: string | null,"id"?: string,"labels"?: (string)[],"managed_by"?: string | null,"organization_id": string,"parent_id"?: string | null,"priority"?: number | null,"project_id": string,"started_on"?: string | null,"status"?: Database["public"]['Enums']["task_status"],"subcategory"?: string | null,"title": string,"updated_at"?: string,"version"?: number
                  }
                  Update: {
                    "archived_at"?: string | null,"assignee_id"?: string | null,"category"?: string | null,"completed_on"?: string | null,"created_at"?: string,"description"?: string | null,"due_on"?: string | null,"estimate_hours"?: number | null,"estimated_on"?: string | null,"external_key"?: string | null,"hidden_at"?: string | null,"id"?: string,"labels"?: (string)[],"managed_by"?: string | null,"organization_id"?: string,"parent_id"?: string | null,"priority"?: number | null,"project_id"?: string,"started_on"?: string | null,"status"?: Database["public"]['Enums']["task_status"],"subcategory"?: string | null,"title"?: string,"updated_at"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "tasks_assignee_fkey"
      columns: ["organization_id","assignee_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "tasks_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "tasks_parent_fkey"
      columns: ["organization_id","project_id","parent_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["organization_id","project_id","id"]
    },{
      foreignKeyName: "tasks_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "tasks_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                },"time_entries": {
                  Row: {
                    "created_at": string,"external_key": string | null,"hours": number,"id": string,"managed_by": string | null,"note": string | null,"organization_id": string,"person_id": string,"project_id": string,"spent_on": string,"task_id": string | null,"updated_at": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"external_key"?: string | null,"hours": number,"id"?: string,"managed_by"?: string | null,"note"?: string | null,"organization_id": string,"person_id": string,"project_id": string,"spent_on": string,"task_id"?: string | null,"updated_at"?: string,"version"?: number
                  }
                  Update: {
                    "created_at"?: string,"external_key"?: string | null,"hours"?: number,"id"?: string,"managed_by"?: string | null,"note"?: string | null,"organization_id"?: string,"person_id"?: string,"project_id"?: string,"spent_on"?: string,"task_id"?: string | null,"updated_at"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "time_entries_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "time_entries_person_fkey"
      columns: ["organization_id","person_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "time_entries_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "time_entries_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "time_entries_task_fkey"
      columns: ["organization_id","project_id","task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["organization_id","project_id","id"]
    }
                  ]
                },"vendor_lists": {
                  Row: {
                    "external_id": string,"name": string,"organization_id": string,"provider": Database["public"]['Enums']["integration_provider"]
                  }
                  ComputedFields: never
                  Insert: {
                    "external_id": string,"name": string,"organization_id": string,"provider": Database["public"]['Enums']["integration_provider"]
                  }
                  Update: {
                    "external_id"?: string,"name"?: string,"organization_id"?: string,"provider"?: Database["public"]['Enums']["integration_provider"]
                  }
                  Relationships: [
                    {
      foreignKeyName: "vendor_lists_test_fkey"
      columns: ["organization_id","provider"]
isOneToOne: false
      referencedRelation: "connection_tests"
      referencedColumns: ["organization_id","provider"]
    }
                  ]
                },"weekly_updates": {
                  Row: {
                    "approval_id": string,"body": string,"headline": string,"id": string,"is_restricted": boolean,"next_steps": string | null,"organization_id": string,"project_id": string,"published_at": string,"scope_id": string,"week_of": string,"withdrawn_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "approval_id": string,"body": string,"headline": string,"id"?: string,"is_restricted"?: boolean,"next_steps"?: string | null,"organization_id": string,"project_id": string,"published_at"?: string,"scope_id"?: never,"week_of": string,"withdrawn_at"?: string | null
                  }
                  Update: {
                    "approval_id"?: string,"body"?: string,"headline"?: string,"id"?: string,"is_restricted"?: boolean,"next_steps"?: string | null,"organization_id"?: string,"project_id"?: string,"published_at"?: string,"scope_id"?: never,"week_of"?: string,"withdrawn_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "weekly_updates_approval_fkey"
      columns: ["organization_id","approval_id"]
isOneToOne: true
      referencedRelation: "approvals"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "weekly_updates_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "weekly_updates_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "project_summaries"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "weekly_updates_project_fkey"
      columns: ["organization_id","project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["organization_id","id"]
    }
                  ]
                }
          }
          Views: {
            "document_summaries": {
                  Row: {
                    "archived_at": string | null,"content_type": string,"failure_reason": string | null,"file_name": string,"flags": (string)[],"id": string,"indexed_version": number | null,"is_restricted": boolean,"kind": Database["public"]['Enums']["document_kind"],"latest_version": number,"origin": Database["public"]['Enums']["integration_provider"] | null,"origin_url": string | null,"progress_done": number,"progress_total": number | null,"project_id": string | null,"size_bytes": number,"status": Database["public"]['Enums']["document_status"],"step": Database["public"]['Enums']["indexing_step"] | null,"title": string,"uploaded_at": string,"uploaded_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Relationships: [
                    
                  ]
                },"project_daily_hours": {
                  Row: {
                    "day": string,"hours": number | null,"project_id": string
                  }
                  ComputedFields: never
                  Relationships: [
                    
                  ]
                },"project_monthly_hours": {
                  Row: {
                    "hours": number | null,"month": string | null,"person_count": number | null,"project_id": string
                  }
                  ComputedFields: never
                  Relationships: [
                    
                  ]
                },"project_summaries": {
                  Row: {
                    "account_id": string,"account_name": string | null,"actual_hours": number | null,"archived_at": string | null,"budget_amount": number | null,"budget_hours": number | null,"classification_version": number | null,"client_id": string | null,"client_name": string | null,"code": string | null,"due_on": string | null,"estimate_hours": number | null,"health": Database["public"]['Enums']["project_health"] | null,"health_reported_at": string | null,"id": string,"last_activity_on": string | null,"lead_id": string | null,"lead_name": string | null,"name": string,"open_task_count": number | null,"organization_id": string,"risk": Database["public"]['Enums']["risk_level"] | null,"service_line": string | null,"starts_on": string | null,"status": Database["public"]['Enums']["project_status"],"summary": string | null,"task_count": number | null,"tier": Database["public"]['Enums']["portfolio_tier"] | null,"updated_at": string,"version": number
                  }
                  ComputedFields: never
                  Relationships: [
                    {
      foreignKeyName: "projects_account_fkey"
      columns: ["organization_id","account_id"]
isOneToOne: false
      referencedRelation: "accounts"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "projects_lead_fkey"
      columns: ["organization_id","lead_id"]
isOneToOne: false
      referencedRelation: "people"
      referencedColumns: ["organization_id","id"]
    },{
      foreignKeyName: "projects_organization_id_fkey"
      columns: ["organization_id"]
isOneToOne: false
      referencedRelation: "organizations"
      referencedColumns: ["id"]
    }
                  ]
                }
          }
          Functions: {
            "accept_invitation":
{ Args: { "token": string }; Returns: Json
                           },
"add_sample_data":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"add_task_comment":
{ Args: { "body": string,"mentions"?: (string)[],"task_id": string }; Returns: Json
                           },
"apply_import_job":
{ Args: { "attempt": number,"job_id": string }; Returns: boolean
                           },
"apply_sync_page":
{ Args: { "attempt": number,"from_cursor": string,"job_id": string,"page": Json,"run_id": string }; Returns: Json
                           },
"approve_and_execute_approval":
{ Args: { "approval_id": string,"version"?: number,"with_quotes"?: boolean }; Returns: Json
                           },
"approve_approval":
{ Args: { "approval_id": string,"version"?: number,"with_quotes"?: boolean }; Returns: Json
                           },
"archive_chat_session":
{ Args: { "chat_session_id": string,"is_archived"?: boolean }; Returns: undefined
                           },
"archive_document":
{ Args: { "document_id": string }; Returns: Json
                           },
"assign_approval":
{ Args: { "approval_id": string,"current_person_id": string,"person_id": string }; Returns: Json
                           },
"assign_inbound_email":
{ Args: { "email_id": string,"project_id": string,"remember_domain"?: boolean }; Returns: Json
                           },
"assign_meeting":
{ Args: { "is_decided"?: boolean,"meeting_id": string,"project_id": string }; Returns: Json
                           },
"batch_approve":
{ Args: { "approval_ids": (string)[],"versions"?: Json }; Returns: Json
                           },
"begin_chat":
{ Args: { "as_person_id"?: string }; Returns: Json
                           },
"begin_chat_turn":
{ Args: { "as_person_id"?: string,"project_id"?: string,"question": string,"session_id": string }; Returns: Json
                           },
"begin_connection_test":
{ Args: { "attempt": number,"job_id": string }; Returns: Json
                           },
"begin_email_indexing":
{ Args: { "page_size"?: number }; Returns: Json
                           },
"begin_import":
{ Args: { "expected_plan_hash"?: string,"file_name": string,"file_sha256": string,"mapping": Json,"mode": Database["public"]['Enums']["import_mode"],"parser_version": string,"rows": Json }; Returns: Json
                           },
"begin_indexing":
{ Args: { "document_id": string }; Returns: Json
                           },
"begin_portal_view":
{ Args: { "client_id"?: string }; Returns: undefined
                           },
"begin_research":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"begin_sync_run":
{ Args: { "attempt": number,"job_id": string }; Returns: Json
                           },
"build_evidence_pack":
{ Args: { "from_on"?: string,"profile_id"?: string,"profile_key"?: string,"project_id": string,"to_on"?: string }; Returns: Json
                           },
"carry_out_execution":
{ Args: { "attempt": number,"job_id": string }; Returns: Json
                           },
"carry_out_locally":
{ Args: { "attempt": number,"job_id": string }; Returns: Json
                           },
"change_person_role":
{ Args: { "client_id"?: string,"person_id": string,"role": Database["public"]['Enums']["person_role"],"version": number }; Returns: Json
                           },
"change_project_team":
{ Args: { "added": (string)[],"project_id": string,"removed": (string)[] }; Returns: Json
                           },
"check_file_hash":
{ Args: { "document_id": string,"sha256"?: string,"version": number }; Returns: boolean
                           },
"check_worker_token":
{ Args: { "function_slug": string,"token": string }; Returns: boolean
                           },
"classify_project":
{ Args: { "project_id": string,"reason"?: string,"risk"?: Database["public"]['Enums']["risk_level"],"service_line"?: string,"tier"?: Database["public"]['Enums']["portfolio_tier"],"version": number }; Returns: Json
                           },
"clear_event_override":
{ Args: { "event_id": string }; Returns: Json
                           },
"close_sync_channel":
{ Args: { "attempt": number,"channel_id": string,"job_id": string,"run_id": string }; Returns: undefined
                           },
"confirm_execution":
{ Args: { "attempt": number,"job_id": string,"marker": string,"result": Json }; Returns: undefined
                           },
"connect_integration":
{ Args: { "provider": Database["public"]['Enums']["integration_provider"],"secret"?: string,"settings": Json }; Returns: Json
                           },
"copy_project":
{ Args: { "account_id": string,"code"?: string,"name": string,"project_id": string,"starts_on"?: string,"with_tasks"?: boolean,"with_team"?: boolean }; Returns: Json
                           },
"correct_status_update":
{ Args: { "health": Database["public"]['Enums']["project_health"],"next_steps"?: string,"risks"?: string,"status_update_id": string,"summary": string,"version": number }; Returns: Json
                           },
"create_account":
{ Args: { "client_id": string,"name": string }; Returns: Json
                           },
"create_client":
{ Args: { "name": string,"note"?: string,"website"?: string }; Returns: Json
                           },
"create_client_request":
{ Args: { "content": string,"file_ids"?: (string)[],"kind": Database["public"]['Enums']["client_request_kind"],"project_id": string }; Returns: Json
                           },
"create_document_upload":
{ Args: { "content_type": string,"document_id"?: string,"file_name": string,"kind"?: Database["public"]['Enums']["document_kind"],"project_id": string,"size_bytes": number,"title"?: string }; Returns: Json
                           },
"create_estimate_case":
{ Args: { "category"?: string,"client_id"?: string,"expected_hours"?: number,"project_id"?: string,"query": string,"service"?: string,"task_id"?: string }; Returns: Json
                           },
"create_from_crm_record":
{ Args: { "account_id"?: string,"record_id": string }; Returns: undefined
                           },
"create_password_link":
{ Args: { "person_id": string }; Returns: Json
                           },
"create_project":
{ Args: { "account_id": string,"fields"?: Json,"name": string }; Returns: Json
                           },
"create_request_upload":
{ Args: { "content_type": string,"file_name": string,"project_id": string,"sha256": string,"size_bytes": number }; Returns: Json
                           },
"create_saved_view":
{ Args: { "is_shared"?: boolean,"name": string,"page": string,"query": string }; Returns: Json
                           },
"create_task":
{ Args: { "project_id": string,"task": Json }; Returns: Json
                           },
"decide_deliverable":
{ Args: { "comment"?: string,"content_hash": string,"decision": Database["public"]['Enums']["deliverable_decision"],"deliverable_id": string }; Returns: Json
                           },
"delegate_approvals":
{ Args: { "delegate_id"?: string,"first_on"?: string,"last_on"?: string }; Returns: Json
                           },
"delete_authoring_profile":
{ Args: { "profile_id": string,"version": number }; Returns: Json
                           },
"delete_import_mapping":
{ Args: { "mapping_id": string }; Returns: undefined
                           },
"delete_time_entry":
{ Args: { "entry_id": string,"version": number }; Returns: Json
                           },
"discard_timer":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"disconnect_integration":
{ Args: { "proposes_removal"?: boolean,"provider": Database["public"]['Enums']["integration_provider"],"releases_rows"?: boolean }; Returns: undefined
                           },
"dismiss_crm_record":
{ Args: { "record_id": string }; Returns: undefined
                           },
"edit_approval":
{ Args: { "approval_id": string,"payload": Json,"version"?: number }; Returns: Json
                           },
"edit_task_comment":
{ Args: { "body": string,"comment_id": string,"mentions"?: (string)[],"version": number }; Returns: Json
                           },
"end_connection_test":
{ Args: { "attempt": number,"has_more_lists"?: boolean,"http_code"?: number,"job_id": string,"lists"?: Json,"resource"?: string,"result": Database["public"]['Enums']["connection_test_result"],"retry_after_ms"?: number,"version": number }; Returns: undefined
                           },
"end_sync_channels":
{ Args: { "attempt": number,"job_id": string }; Returns: undefined
                           },
"end_sync_run":
{ Args: { "attempt": number,"calls"?: number,"error"?: string,"job_id": string,"reason": Database["public"]['Enums']["sync_end"],"retries"?: number,"retry_after_ms"?: number,"run_id": string }; Returns: undefined
                           },
"execute_approval":
{ Args: { "approval_id": string }; Returns: Json
                           },
"fail_chat_turn":
{ Args: { "content"?: string,"error_code"?: string,"message_id": string,"source_ids"?: (string)[],"tool_steps"?: Json }; Returns: undefined
                           },
"fail_execution":
{ Args: { "attempt": number,"error": string,"is_final": boolean,"job_id": string,"retry_after_ms"?: number }; Returns: undefined
                           },
"fail_file_fetch":
{ Args: { "attempt": number,"code": string,"job_id": string,"reason": string }; Returns: undefined
                           },
"fail_indexing":
{ Args: { "attempt": number,"code": string,"job_id": string,"reason": string }; Returns: undefined
                           },
"fail_job":
{ Args: { "attempt": number,"error": string,"is_final"?: boolean,"job_id": string,"retry_after_ms"?: number }; Returns: boolean
                           },
"find_local_effect":
{ Args: { "attempt": number,"job_id": string }; Returns: Json
                           },
"find_rows":
{ Args: { "kinds"?: (Database["public"]['Enums']["found_kind"])[],"query": string,"result_limit"?: number }; Returns: Json
                           },
"finish_chat_turn":
{ Args: { "citations"?: Json,"content": string,"context"?: Json,"dropped_citations"?: number,"message_id": string,"model": string,"sentences"?: Json,"source_ids"?: (string)[],"tool_steps"?: Json,"unfound_figures"?: (string)[],"usage"?: Json }; Returns: Json
                           },
"finish_execution":
{ Args: { "attempt": number,"job_id": string,"result": Json }; Returns: undefined
                           },
"finish_jobs":
{ Args: { "attempts": (number)[],"job_ids": (string)[] }; Returns: number
                           },
"get_account":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_approved_draft":
{ Args: { "approval_id": string }; Returns: Json
                           },
"get_availability":
{ Args: { "cursor"?: string,"from_at"?: string,"page_size"?: number,"person_ids"?: (string)[],"slot_minutes"?: number,"to_at"?: string }; Returns: Json
                           },
"get_calendar":
{ Args: { "cursor"?: string,"from_at"?: string,"page_size"?: number,"project_id"?: string,"scope"?: string,"to_at"?: string }; Returns: Json
                           },
"get_chat_spine":
{ Args: { "as_person_id"?: string,"project_ids"?: (string)[],"question"?: string }; Returns: Json
                           },
"get_client_portal":
{ Args: { "client_id"?: string }; Returns: Json
                           },
"get_document_inventory":
{ Args: { "cursor"?: string,"kind"?: Database["public"]['Enums']["document_kind"],"page_size"?: number,"project_id"?: string }; Returns: Json
                           },
"get_draft":
{ Args: { "approval_id": string }; Returns: Json
                           },
"get_email":
{ Args: { "source_id": string }; Returns: Json
                           },
"get_embedding_model":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_estimate_cases":
{ Args: { "result_limit"?: number }; Returns: Json
                           },
"get_event_to_change":
{ Args: { "attempt": number,"job_id": string }; Returns: Json
                           },
"get_hours":
{ Args: { "as_person_id"?: string,"group_by"?: Database["public"]['Enums']["hours_group"],"person_id"?: string,"project_id"?: string,"result_limit"?: number,"spent_from"?: string,"spent_to"?: string }; Returns: Json
                           },
"get_inbox":
{ Args: { "approval_id"?: string,"assigned_to_me"?: boolean,"cursor"?: string,"decidable"?: boolean,"kind"?: Database["public"]['Enums']["approval_kind"],"page_size"?: number,"project_id"?: string,"q"?: string,"sort"?: Database["public"]['Enums']["inbox_sort"] }; Returns: Json
                           },
"get_integration":
{ Args: { "attempt": number,"job_id": string }; Returns: Json
                           },
"get_integrations":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_my_work":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_organization_settings":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_outcome":
{ Args: { "category"?: string,"client_id"?: string,"expected_hours"?: number,"project_id"?: string,"query": string,"service"?: string }; Returns: Json
                           },
"get_person_profile":
{ Args: { "person_id": string }; Returns: Json
                           },
"get_portfolio":
{ Args: { "cursor"?: string,"page_size"?: number }; Returns: Json
                           },
"get_portfolio_health":
{ Args: { "code"?: string,"page_cursor"?: string,"project_id"?: string,"result_limit"?: number,"state"?: Database["public"]['Enums']["finding_state"] }; Returns: Json
                           },
"get_portfolio_options":
{ Args: { "result_limit"?: number,"search"?: string }; Returns: Json
                           },
"get_project_timeline":
{ Args: { "before"?: string,"day_limit"?: number,"kinds"?: (Database["public"]['Enums']["timeline_kind"])[],"project_id": string }; Returns: Json
                           },
"get_prompt":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_read_versions":
{ Args: { "approval_ids": (string)[] }; Returns: Json
                           },
"get_sample_data":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_spine":
{ Args: { "as_person_id"?: string,"project_id"?: string }; Returns: Json
                           },
"get_task":
{ Args: { "task_id": string }; Returns: Json
                           },
"get_task_page":
{ Args: { "assignee_id"?: string,"cursor"?: string,"due_from"?: string,"due_to"?: string,"is_archived"?: boolean,"is_descending"?: boolean,"is_unassigned"?: boolean,"label"?: string,"page_size"?: number,"parent_id"?: string,"project_id"?: string,"sort"?: string,"statuses"?: (Database["public"]['Enums']["task_status"])[],"title_contains"?: string }; Returns: Json
                           },
"get_team_week":
{ Args: { "week_on"?: string }; Returns: Json
                           },
"get_texts_to_embed":
{ Args: { "attempt": number,"job_id": string,"text_limit": number }; Returns: Json
                           },
"get_timer":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_timesheet":
{ Args: { "person_id"?: string,"week_on"?: string }; Returns: Json
                           },
"get_viewer":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"import_portfolio":
{ Args: { "expected_plan_hash"?: string,"file_name": string,"file_sha256": string,"mapping": Json,"mode": Database["public"]['Enums']["import_mode"],"parser_version": string,"rows": Json }; Returns: Json
                           },
"index_email":
{ Args: { "email_id": string,"note": string,"passages": Json,"project_id": string,"uploaded_ids": (string)[] }; Returns: Json
                           },
"invite_person":
{ Args: { "client_id"?: string,"email": string,"name": string,"person_id"?: string,"project_ids"?: (string)[],"role": Database["public"]['Enums']["person_role"] }; Returns: Json
                           },
"lease_execution":
{ Args: { "attempt": number,"job_id": string }; Returns: Json
                           },
"lease_file_fetch":
{ Args: { "attempt": number,"job_id": string }; Returns: Json
                           },
"lease_indexing":
{ Args: { "attempt": number,"job_id": string }; Returns: Json
                           },
"lease_reconciliation":
{ Args: { "attempt": number,"job_id": string }; Returns: Json
                           },
"link_crm_record":
{ Args: { "record_id": string,"target_id": string }; Returns: undefined
                           },
"list_approvals":
{ Args: { "cursor"?: string,"kind"?: Database["public"]['Enums']["approval_kind"],"page_size"?: number,"project_id"?: string,"statuses"?: (Database["public"]['Enums']["approval_status"])[] }; Returns: Json
                           },
"list_changes":
{ Args: { "as_person_id"?: string,"changed_from": string,"changed_to": string,"project_id"?: string,"result_limit"?: number }; Returns: Json
                           },
"list_documents":
{ Args: { "as_person_id"?: string,"project_id"?: string,"result_limit"?: number,"title_contains"?: string }; Returns: Json
                           },
"list_email_domains":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"list_inbound_emails":
{ Args: { "cursor"?: string,"page_size"?: number,"scope"?: string }; Returns: Json
                           },
"list_people":
{ Args: { "as_person_id"?: string,"name_contains"?: string,"project_id"?: string,"result_limit"?: number }; Returns: Json
                           },
"list_person_summaries":
{ Args: { "after_id"?: string }; Returns: Json
                           },
"list_project_summaries":
{ Args: { "after_id"?: string,"after_name"?: string }; Returns: Json
                           },
"list_projects":
{ Args: { "as_person_id"?: string,"concern"?: Database["public"]['Enums']["project_concern"],"project_id"?: string,"result_limit"?: number }; Returns: Json
                           },
"list_saved_views":
{ Args: { "page"?: string }; Returns: Json
                           },
"list_skills":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"list_task_labels":
{ Args: Record<PropertyKey, never>; Returns: (string)[]
                           },
"list_tasks":
{ Args: { "as_person_id"?: string,"assignee_id"?: string,"due_from"?: string,"due_to"?: string,"project_id"?: string,"result_limit"?: number,"statuses"?: (Database["public"]['Enums']["task_status"])[],"title_contains"?: string }; Returns: Json
                           },
"list_unmatched_meetings":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"lock_week":
{ Args: { "person_id"?: string,"week_on": string }; Returns: Json
                           },
"log_time":
{ Args: { "hours": number,"note"?: string,"person_id"?: string,"project_id": string,"spent_on": string,"task_id"?: string }; Returns: Json
                           },
"mark_mentions_read":
{ Args: { "comment_ids": (string)[] }; Returns: Json
                           },
"mark_my_work_seen":
{ Args: { "until"?: string }; Returns: Json
                           },
"mark_vendor_call":
{ Args: { "attempt": number,"job_id": string }; Returns: undefined
                           },
"merge_person":
{ Args: { "into_id": string,"person_id": string,"version": number }; Returns: Json
                           },
"next_job_at":
{ Args: { "kinds": (string)[] }; Returns: string
                           },
"offboard_person":
{ Args: { "person_id": string,"version": number }; Returns: Json
                           },
"open_client_file":
{ Args: { "deliverable_id": string }; Returns: Json
                           },
"open_document":
{ Args: { "document_id": string,"version"?: number }; Returns: Json
                           },
"open_request_file":
{ Args: { "file_id": string }; Returns: Json
                           },
"open_sync_channel":
{ Args: { "address": string,"attempt": number,"expires_at": string,"external_id"?: string,"external_resource_id"?: string,"failure"?: string,"job_id": string,"resource": string,"run_id": string,"secret"?: string,"token_hash"?: string }; Returns: undefined
                           },
"override_event_project":
{ Args: { "event_id": string,"project_id": string }; Returns: Json
                           },
"park_execution":
{ Args: { "attempt": number,"error": string,"job_id": string }; Returns: undefined
                           },
"plan_sync_channels":
{ Args: { "address": string,"attempt": number,"job_id": string,"resources": (string)[],"run_id": string }; Returns: Json
                           },
"post_status_update":
{ Args: { "health": Database["public"]['Enums']["project_health"],"next_steps"?: string,"project_id": string,"risks"?: string,"summary": string }; Returns: Json
                           },
"prepare_client_access":
{ Args: { "client_id": string }; Returns: Json
                           },
"preview_person_change":
{ Args: { "change": Json,"person_id": string }; Returns: Json
                           },
"preview_project_team":
{ Args: { "added": (string)[],"project_id": string,"removed": (string)[] }; Returns: Json
                           },
"prompt_versions":
{ Args: { "before_number"?: number,"page_size"?: number }; Returns: Json
                           },
"propose_approval":
{ Args: { "agent_session_id"?: string,"citations"?: Json,"kind": Database["public"]['Enums']["approval_kind"],"payload": Json,"project_id": string,"proposer"?: Database["public"]['Enums']["proposer"] }; Returns: Json
                           },
"propose_draft":
{ Args: { "item_numbers": (number)[],"kind": Database["public"]['Enums']["approval_kind"],"model"?: string,"pack_id": string,"payload": Json }; Returns: Json
                           },
"propose_event":
{ Args: { "event_id"?: string,"kind": Database["public"]['Enums']["approval_kind"],"payload": Json,"project_id"?: string }; Returns: Json
                           },
"propose_undo":
{ Args: { "approval_id": string }; Returns: Json
                           },
"publish_document":
{ Args: { "attempt": number,"job_id": string }; Returns: undefined
                           },
"read_account_notices":
{ Args: { "until": string }; Returns: Json
                           },
"read_skill":
{ Args: { "name": string }; Returns: Json
                           },
"receive_email_delivery":
{ Args: { "delivery_id": string,"provider": Database["public"]['Enums']["integration_provider"] }; Returns: Json
                           },
"receive_meeting_delivery":
{ Args: { "delivery_id": string }; Returns: Json
                           },
"receive_sync_push":
{ Args: { "body"?: string,"channel_id": string,"function_slug": string,"is_change": boolean,"message_id"?: string,"signature"?: string,"token"?: string }; Returns: Json
                           },
"record_calendar_event":
{ Args: { "attempt": number,"event": Json,"job_id": string }; Returns: undefined
                           },
"redeem_password_link":
{ Args: { "password": string,"token": string }; Returns: Json
                           },
"redeem_ticket":
{ Args: { "ticket": string }; Returns: Json
                           },
"reject_approval":
{ Args: { "approval_id": string,"reason": string,"version"?: number }; Returns: Json
                           },
"reject_inbound_email":
{ Args: { "email_id": string,"reason": string }; Returns: Json
                           },
"release_project_dates":
{ Args: { "due_on"?: string,"project_id": string,"starts_on"?: string }; Returns: Json
                           },
"remove_request_file":
{ Args: { "attempt": number,"job_id": string }; Returns: Json
                           },
"remove_sample_data":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"remove_second_factor":
{ Args: { "person_id": string }; Returns: Json
                           },
"remove_task_comment":
{ Args: { "comment_id": string,"version": number }; Returns: Json
                           },
"rename_person":
{ Args: { "name": string,"person_id": string,"version": number }; Returns: Json
                           },
"rename_self":
{ Args: { "name": string,"version": number }; Returns: Json
                           },
"renew_lease":
{ Args: { "attempt": number,"job_id": string,"lease_ms": number }; Returns: boolean
                           },
"reopen_crm_record":
{ Args: { "record_id": string }; Returns: undefined
                           },
"require_importer":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"require_internal_viewer":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"require_lead":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"require_portal_viewer":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"resolve_finding":
{ Args: { "facts_hash": string,"finding_code": string,"reason": string,"state": Database["public"]['Enums']["resolution_state"],"subject_id": string,"version": number }; Returns: Json
                           },
"restore_document":
{ Args: { "document_id": string }; Returns: Json
                           },
"restore_inbound_email":
{ Args: { "email_id": string }; Returns: Json
                           },
"restore_task_comment":
{ Args: { "comment_id": string,"version": number }; Returns: Json
                           },
"restore_time_entry":
{ Args: { "entry_id": string }; Returns: Json
                           },
"restrict_meeting":
{ Args: { "is_restricted": boolean,"meeting_id": string }; Returns: Json
                           },
"retry_dead_letter":
{ Args: { "dead_letter_id": string }; Returns: Json
                           },
"review_approval":
{ Args: { "attempt": number,"job_id": string }; Returns: Json
                           },
"revoke_invitation":
{ Args: { "invitation_id": string }; Returns: Json
                           },
"rollback_prompt":
{ Args: { "expected_version_row_id"?: string,"version_row_id": string }; Returns: Json
                           },
"save_authoring_profile":
{ Args: { "changes": Json,"profile_id": string,"version": number }; Returns: Json
                           },
"save_import_mapping":
{ Args: { "mapping": Json,"name": string }; Returns: Json
                           },
"search_passages":
{ Args: { "as_person_id"?: string,"embedding_model"?: string,"occurred_from"?: string,"occurred_to"?: string,"project_id"?: string,"query": string,"query_embedding"?: (number)[],"result_limit"?: number,"source_id"?: string,"source_kinds"?: (Database["public"]['Enums']["source_kind"])[] }; Returns: Json
                           },
"set_author_statement":
{ Args: { "approval_id": string,"is_stated"?: boolean,"sentence": string,"version": number }; Returns: Json
                           },
"set_base_prompt":
{ Args: { "base": string,"expected_version_row_id"?: string }; Returns: Json
                           },
"set_email_domain":
{ Args: { "email_domain_id": string,"is_removed": boolean }; Returns: Json
                           },
"set_embedding_model":
{ Args: { "name": string,"version": string }; Returns: Json
                           },
"set_person_email":
{ Args: { "email"?: string,"person_id": string,"version": number }; Returns: Json
                           },
"set_person_rate":
{ Args: { "cost_per_hour": number,"person_id": string,"valid_from": string }; Returns: Json
                           },
"set_picture":
{ Args: { "content": string }; Returns: Json
                           },
"set_project_membership":
{ Args: { "is_member": boolean,"person_id": string,"project_id": string }; Returns: Json
                           },
"set_project_rate":
{ Args: { "cost_per_hour"?: number,"project_id": string,"revenue_per_hour": number,"valid_from": string }; Returns: Json
                           },
"set_prompt_owner":
{ Args: { "is_prompt_owner": boolean,"person_id": string,"version": number }; Returns: Json
                           },
"set_quota":
{ Args: { "name": string,"quota": number }; Returns: undefined
                           },
"set_rate_limit":
{ Args: { "max_calls": number,"route": string }; Returns: undefined
                           },
"set_sync_scope":
{ Args: { "external_id": string,"name": string,"project_id": string,"stream_id": string }; Returns: undefined
                           },
"set_verification_window":
{ Args: { "days": number }; Returns: undefined
                           },
"settle_citations":
{ Args: { "as_person_id"?: string,"citations": Json }; Returns: Json
                           },
"settle_execution":
{ Args: { "attempt": number,"error"?: string,"job_id": string,"result"?: Json,"was_found": boolean }; Returns: undefined
                           },
"skip_embeddings":
{ Args: { "attempt": number,"job_id": string }; Returns: undefined
                           },
"stage_prompt":
{ Args: { "base": string,"expected_version_row_id"?: string }; Returns: Json
                           },
"start_import_job":
{ Args: { "attempt": number,"job_id": string }; Returns: boolean
                           },
"start_timer":
{ Args: { "note"?: string,"project_id": string,"task_id"?: string }; Returns: Json
                           },
"stop_timer":
{ Args: { "ended_at"?: string,"note"?: string }; Returns: Json
                           },
"store_embeddings":
{ Args: { "attempt": number,"embeddings": Json,"job_id": string,"model": string,"version": string }; Returns: undefined
                           },
"store_extracted":
{ Args: { "attempt": number,"cursor": Json,"facts": Json,"flags": (string)[],"job_id": string,"passages": Json,"progress_done": number,"progress_total": number,"sha256": string }; Returns: undefined
                           },
"store_fetched_file":
{ Args: { "attempt": number,"content_version": string,"job_id": string,"sha256": string,"size_bytes": number,"version": number }; Returns: Json
                           },
"sync_now":
{ Args: { "stream_id": string }; Returns: undefined
                           },
"take_jobs":
{ Args: { "job_limit"?: number,"kinds": (string)[],"lease_ms"?: number,"worker": string }; Returns: {
              "attempt": number,"id": string,"kind": string,"lease_length_ms": number,"lease_until": string,"max_attempts": number,"organization_id": string,"payload": Json,"request_id": string
            }[]
                           },
"test_integration":
{ Args: { "provider": Database["public"]['Enums']["integration_provider"] }; Returns: Json
                           },
"unassign_inbound_email":
{ Args: { "email_id": string }; Returns: Json
                           },
"undo_import":
{ Args: { "run_id": string }; Returns: Json
                           },
"unlock_week":
{ Args: { "person_id"?: string,"week_on": string }; Returns: Json
                           },
"unmerge_person":
{ Args: { "person_id": string,"version": number }; Returns: Json
                           },
"update_account":
{ Args: { "account_id": string,"changes": Json,"version": number }; Returns: Json
                           },
"update_client":
{ Args: { "changes": Json,"client_id": string,"version": number }; Returns: Json
                           },
"update_document":
{ Args: { "changes": Json,"document_id": string }; Returns: Json
                           },
"update_operating_profile":
{ Args: { "account_id": string,"changes": Json,"version": number }; Returns: Json
                           },
"update_organization_settings":
{ Args: { "changes": Json,"confirms_currency"?: boolean,"version": number }; Returns: Json
                           },
"update_project":
{ Args: { "changes": Json,"project_id": string,"version": number }; Returns: Json
                           },
"update_saved_view":
{ Args: { "changes": Json,"version": number,"view_id": string }; Returns: Json
                           },
"update_task":
{ Args: { "changes": Json,"task_id": string,"version": number }; Returns: Json
                           },
"update_tasks":
{ Args: { "dry_run"?: boolean,"tasks": Json }; Returns: Json
                           },
"update_time_entry":
{ Args: { "changes": Json,"entry_id": string,"version": number }; Returns: Json
                           },
"write_chat_summary":
{ Args: { "chat_session_id": string,"content": string,"summarized_up_to": number }; Returns: undefined
                           }
          }
          Enums: {
            "approval_event_type": "proposed"|"edited"|"approved"|"rejected"|"lapsed"|"execution_requested"|"execution_started"|"vendor_called"|"vendor_confirmed"|"executed"|"failed"|"unknown"|"reviewed"|"assigned"|"stated"|"statement_withdrawn","approval_group": "external"|"portal"|"record"|"prompt"|"sync","approval_kind": "task_create"|"calendar_event_create"|"calendar_event_update"|"calendar_event_cancel"|"weekly_update"|"scope_change"|"sow_draft"|"client_readout"|"deliverable_release"|"scope_summary"|"email_draft"|"scope_flag"|"sow_estimate"|"client_request"|"prompt_update"|"prompt_base_update"|"skill_update"|"sync_removal","approval_status": "pending"|"approved"|"rejected"|"executing"|"executed"|"failed"|"unknown","automatic_email": "reply"|"bounce"|"list","calendar_event_status": "confirmed"|"cancelled"|"tentative","chat_citation_kind": "chunk"|"row","chat_message_status": "answering"|"done"|"stopped"|"failed","chat_role": "user"|"assistant"|"summary","citation_role": "evidence"|"influence","client_request_kind": "question"|"change"|"problem"|"other","client_request_status": "open"|"answered"|"declined","connection_test_result": "accepted"|"rejected"|"forbidden"|"rate_limited"|"unavailable"|"invalid_response"|"lost","deliverable_decision": "approved"|"changes_requested","document_kind": "contract"|"sow"|"brief"|"deliverable"|"report"|"transcript"|"other","document_status": "awaiting_upload"|"queued"|"indexing"|"indexed"|"failed"|"superseded","email_problem": "too_large"|"too_complex"|"unreadable"|"no_headers"|"no_sender"|"several_senders"|"invalid_date"|"boundary_missing"|"text_cut"|"html_unreadable"|"hidden_text_removed"|"too_many_addresses"|"too_many_attachments","email_rule": "thread"|"domain"|"contact"|"person","email_verdict": "pass"|"fail"|"none","external_entity": "task"|"calendar_event","external_provider": "local"|"clickup"|"google_calendar"|"microsoft_graph","finding_severity": "high"|"medium"|"low","finding_state": "open"|"unverified"|"settled","finding_subject": "project"|"client"|"import_run"|"approval"|"job"|"document"|"sync_stream"|"organization","found_kind": "project"|"client"|"account"|"person"|"task"|"card"|"document","hours_group": "project"|"person"|"month","import_change": "created"|"updated","import_disposition": "create"|"update"|"unchanged"|"skipped","import_entity": "client"|"account"|"person"|"project"|"task"|"time_entry"|"person_rate"|"project_rate","import_mode": "dry_run"|"apply","import_status": "pending"|"running"|"succeeded"|"failed","inbox_sort": "oldest"|"stakes"|"due","indexing_step": "extract"|"embed"|"publish","integration_provider": "clickup"|"google_calendar"|"linear"|"harvest"|"fathom"|"microsoft_graph"|"google_drive"|"hubspot"|"resend"|"gmail","meeting_matched_by": "evidence"|"person","person_role": "admin"|"lead"|"member"|"client","portfolio_tier": "strategic"|"core"|"standard","project_concern": "late"|"over_budget"|"at_risk","project_health": "on_track"|"at_risk"|"off_track","project_status": "planned"|"active"|"on_hold"|"completed"|"cancelled","prompt_origin": "set"|"staged"|"rollback"|"learned_rule"|"base_update","proposer": "person"|"agent"|"background","reporting_cadence": "weekly"|"fortnightly"|"monthly"|"quarterly"|"on_request","resolution_state": "settled"|"reopened","risk_level": "low"|"medium"|"high","second_factor_rule": "never"|"high_stakes","source_kind": "document"|"meeting"|"email"|"note","stakes": "low"|"medium"|"high","sync_end": "completed"|"out_of_time"|"cursor_died"|"rate_limited"|"grant_dead"|"forbidden"|"unavailable"|"invalid_response"|"lost"|"storage_full","sync_pause_reason": "disconnected","sync_state": "active"|"paused"|"needs_reconnect","sync_stream_name": "tasks"|"hours"|"meetings"|"events"|"busy"|"files"|"companies"|"contacts"|"deals"|"emails","task_status": "open"|"in_progress"|"blocked"|"done"|"cancelled","timeline_kind": "status_update"|"classification"|"project_changed"|"tasks_completed"|"tasks_started"|"hours"
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            "approval_event_type": ["proposed", "edited", "approved", "rejected", "lapsed", "execution_requested", "execution_started", "vendor_called", "vendor_confirmed", "executed", "failed", "unknown", "reviewed", "assigned", "stated", "statement_withdrawn"],"approval_group": ["external", "portal", "record", "prompt", "sync"],"approval_kind": ["task_create", "calendar_event_create", "calendar_event_update", "calendar_event_cancel", "weekly_update", "scope_change", "sow_draft", "client_readout", "deliverable_release", "scope_summary", "email_draft", "scope_flag", "sow_estimate", "client_request", "prompt_update", "prompt_base_update", "skill_update", "sync_removal"],"approval_status": ["pending", "approved", "rejected", "executing", "executed", "failed", "unknown"],"automatic_email": ["reply", "bounce", "list"],"calendar_event_status": ["confirmed", "cancelled", "tentative"],"chat_citation_kind": ["chunk", "row"],"chat_message_status": ["answering", "done", "stopped", "failed"],"chat_role": ["user", "assistant", "summary"],"citation_role": ["evidence", "influence"],"client_request_kind": ["question", "change", "problem", "other"],"client_request_status": ["open", "answered", "declined"],"connection_test_result": ["accepted", "rejected", "forbidden", "rate_limited", "unavailable", "invalid_response", "lost"],"deliverable_decision": ["approved", "changes_requested"],"document_kind": ["contract", "sow", "brief", "deliverable", "report", "transcript", "other"],"document_status": ["awaiting_upload", "queued", "indexing", "indexed", "failed", "superseded"],"email_problem": ["too_large", "too_complex", "unreadable", "no_headers", "no_sender", "several_senders", "invalid_date", "boundary_missing", "text_cut", "html_unreadable", "hidden_text_removed", "too_many_addresses", "too_many_attachments"],"email_rule": ["thread", "domain", "contact", "person"],"email_verdict": ["pass", "fail", "none"],"external_entity": ["task", "calendar_event"],"external_provider": ["local", "clickup", "google_calendar", "microsoft_graph"],"finding_severity": ["high", "medium", "low"],"finding_state": ["open", "unverified", "settled"],"finding_subject": ["project", "client", "import_run", "approval", "job", "document", "sync_stream", "organization"],"found_kind": ["project", "client", "account", "person", "task", "card", "document"],"hours_group": ["project", "person", "month"],"import_change": ["created", "updated"],"import_disposition": ["create", "update", "unchanged", "skipped"],"import_entity": ["client", "account", "person", "project", "task", "time_entry", "person_rate", "project_rate"],"import_mode": ["dry_run", "apply"],"import_status": ["pending", "running", "succeeded", "failed"],"inbox_sort": ["oldest", "stakes", "due"],"indexing_step": ["extract", "embed", "publish"],"integration_provider": ["clickup", "google_calendar", "linear", "harvest", "fathom", "microsoft_graph", "google_drive", "hubspot", "resend", "gmail"],"meeting_matched_by": ["evidence", "person"],"person_role": ["admin", "lead", "member", "client"],"portfolio_tier": ["strategic", "core", "standard"],"project_concern": ["late", "over_budget", "at_risk"],"project_health": ["on_track", "at_risk", "off_track"],"project_status": ["planned", "active", "on_hold", "completed", "cancelled"],"prompt_origin": ["set", "staged", "rollback", "learned_rule", "base_update"],"proposer": ["person", "agent", "background"],"reporting_cadence": ["weekly", "fortnightly", "monthly", "quarterly", "on_request"],"resolution_state": ["settled", "reopened"],"risk_level": ["low", "medium", "high"],"second_factor_rule": ["never", "high_stakes"],"source_kind": ["document", "meeting", "email", "note"],"stakes": ["low", "medium", "high"],"sync_end": ["completed", "out_of_time", "cursor_died", "rate_limited", "grant_dead", "forbidden", "unavailable", "invalid_response", "lost", "storage_full"],"sync_pause_reason": ["disconnected"],"sync_state": ["active", "paused", "needs_reconnect"],"sync_stream_name": ["tasks", "hours", "meetings", "events", "busy", "files", "companies", "contacts", "deals", "emails"],"task_status": ["open", "in_progress", "blocked", "done", "cancelled"],"timeline_kind": ["status_update", "classification", "project_changed", "tasks_completed", "tasks_started", "hours"]
          }
        }
} as const
