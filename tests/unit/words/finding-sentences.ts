import type {
  FindingCode,
  FindingFacts,
} from "../../../supabase/functions/_domain/portfolio/finding-facts.ts";

export const subject = { name: "Order parts" };
const sync = { provider: "clickup", stream: "tasks" };
const group = {
  kind: "category" as const,
  name: "Design",
  cases: 20,
  covered_percent: 50,
  low_percent: 60,
  high_percent: 95,
};
const card = { kind: "task_create" as const, error: "No answer" };

/** The facts of each finding, as SQL returns them, and its sentence. */
export const sentences: { [Code in FindingCode]: [facts: FindingFacts[Code], sentence: string][] } =
  {
    project_over_budget: [
      [
        { budget_hours: 100, actual_hours: 100.1 },
        "100.1 hours have been spent against a budget of 100 hours, which is 0.1 over.",
      ],
    ],
    project_past_due: [
      [
        { due_on: "2026-11-02", days_late: 1, status: "on_hold" },
        "The project was due on 2026-11-02, 1 day ago, and is still on hold.",
      ],
    ],
    status_contradicted: [
      [
        { health: "on_track", status_on: "2026-11-01", budget_hours: 8, actual_hours: 9 },
        "The status posted on 2026-11-01 is on track, but 9 hours have been spent against a budget of 8 hours.",
      ],
      [
        {
          health: "on_track",
          status_on: "2026-11-01",
          budget_hours: 8,
          actual_hours: 9,
          due_on: "2026-10-30",
          days_late: 3,
        },
        "The status posted on 2026-11-01 is on track, but 9 hours have been spent against a budget of 8 hours and the project was due on 2026-10-30.",
      ],
      [
        {
          health: "on_track",
          status_on: "2026-11-01",
          actual_hours: 9,
          due_on: "2026-10-30",
          days_late: 3,
        },
        "The status posted on 2026-11-01 is on track, but the project was due on 2026-10-30.",
      ],
    ],
    project_without_lead: [
      [{ status: "active" }, "The project is active, and nobody is responsible for it."],
    ],
    project_lead_left: [
      [{ lead_id: "1", lead_name: "Ada Example" }, "Ada Example leads the project and has left."],
    ],
    import_failed: [
      [{ file_name: "a.csv", error: "No header" }, "The import of a.csv failed: No header"],
      [{ file_name: "a.csv", error: null }, "The import of a.csv failed."],
    ],
    approval_unknown: [[card, "Order parts: No answer"]],
    approval_failed: [[card, "Order parts: No answer"]],
    job_dead: [
      [
        {
          kind: "portfolio_import",
          attempt: 3,
          error: "Too large",
          died_at: "2026-11-02T08:00:00+00:00",
        },
        "Portfolio import gave up after attempt 3: Too large",
      ],
    ],
    document_stuck: [
      [
        { file_name: "a.pdf", waits_since: "2026-11-02T08:05:00+02:00" },
        "a.pdf has waited since 2026-11-02 06:05 UTC, and no job will process it.",
      ],
    ],
    job_waiting: [
      [
        { kind: "task_act", due_since: "2026-11-02T08:05:00+00:00" },
        "Task act has been due since 2026-11-02 08:05 UTC, and no worker has taken it.",
      ],
    ],
    document_file_changed: [
      [
        { file_name: "a.pdf", version: 2, noticed_at: null },
        "The stored file a.pdf differs from the one that was uploaded, so it can't be opened.",
      ],
    ],
    sync_needs_reconnect: [
      [
        sync,
        "The sync of ClickUp tasks has stopped, because the vendor no longer accepts our credentials.",
      ],
    ],
    sync_removals_held: [
      [
        { ...sync, removals: 20 },
        "20 tasks from ClickUp are to be removed. They stay until their card is decided.",
      ],
      [
        { ...sync, removals: 1 },
        "1 task from ClickUp is to be removed. It stays until its card is decided.",
      ],
    ],
    project_near_budget: [
      [
        { budget_hours: 100, actual_hours: 80.5, spent_percent: 80 },
        "80.5 hours have been spent against a budget of 100 hours: 80%.",
      ],
    ],
    project_over_estimate: [
      [
        { estimate_hours: 8, actual_hours: 8.25, tasks: 2, tasks_without_estimate: 1 },
        "8.25 hours have been spent on work estimated at 8 hours; 1 of 2 tasks has no estimate.",
      ],
      [
        { estimate_hours: 8, actual_hours: 9, tasks: 2, tasks_without_estimate: 0 },
        "9 hours have been spent on work estimated at 8 hours.",
      ],
    ],
    status_overdue: [
      [
        { status_on: "2026-10-01", status_age_days: 15, status_current_days: 14, cadence: null },
        "The last status is 15 days old; without an agreed schedule, a status is current for 14 days.",
      ],
      [
        { status_on: "2026-10-01", status_age_days: 15, status_current_days: 9, cadence: "weekly" },
        "The last status is 15 days old; the client expects one every week.",
      ],
    ],
    status_missing: [
      [{ cadence: null }, "The project's health is unknown until someone posts a status."],
      [
        { cadence: "weekly" },
        "The client expects a status every week, and the project's health is unknown until someone posts one.",
      ],
    ],
    open_tasks_past_due: [
      [
        { open_tasks: 5, past_due: 2, earliest_due_on: "2026-10-01" },
        "2 of 5 open tasks are past due. The earliest was due on 2026-10-01.",
      ],
    ],
    open_items_stale: [
      [
        { open_tasks: 1, stale: 1, window_days: 14 },
        "1 of 1 open task has had no activity for more than 14 days.",
      ],
    ],
    open_items_unverified: [
      [{ open_tasks: 3, unverified: 2 }, "2 of 3 open tasks have no recorded activity."],
    ],
    tasks_owner_left: [
      [{ open_tasks: 3, owner_left: 1 }, "1 of 3 open tasks is assigned to people who have left."],
    ],
    tasks_without_owner: [
      [{ open_tasks: 3, without_owner: 2 }, "2 of 3 open tasks have no assignee."],
    ],
    project_without_recent_activity: [
      [
        { last_activity_on: "2026-10-01", quiet_days: 20 },
        "The project has had no activity for 20 days, since 2026-10-01.",
      ],
      [{ last_activity_on: null, quiet_days: null }, "The project has no recorded activity."],
    ],
    project_without_budget: [
      [{ actual_hours: 1 }, "The project has no budget in hours or money; 1 hour has been spent."],
    ],
    project_without_tasks: [
      [{ status: "active", actual_hours: 2 }, "The project has no tasks; 2 hours have been spent."],
    ],
    open_tasks_on_ended_project: [
      [{ status: "completed", open_tasks: 1 }, "The project is completed, but 1 task is open."],
    ],
    unmatched_import_lines: [
      [{ file_name: "a.csv", skipped: 3 }, "The import skipped 3 lines of a.csv."],
    ],
    duplicate_clients: [
      [{ names: ["Acme", "ACME Ltd"] }, "2 clients seem to have the same name: Acme, ACME Ltd."],
    ],
    approval_resting: [
      [
        { ...card, approved_at: "2026-11-02T08:00:00+00:00", requested_at: null, error: null },
        "Order parts: approved on 2026-11-02 08:00 UTC, not executed since.",
      ],
      [
        {
          ...card,
          approved_at: "2026-11-02T08:00:00+00:00",
          requested_at: "2026-11-03T08:00:00+00:00",
          error: "ClickUp takes no more requests.",
        },
        "Order parts: execution was requested on 2026-11-03 08:00 UTC and has not happened yet: ClickUp takes no more requests.",
      ],
      [
        {
          ...card,
          approved_at: "2026-11-02T08:00:00+00:00",
          requested_at: "2026-11-03T08:00:00+00:00",
          error: null,
        },
        "Order parts: execution was requested on 2026-11-03 08:00 UTC and has not happened yet: no worker has taken it.",
      ],
    ],
    document_failed: [
      [
        { file_name: "a.pdf", code: "encrypted", reason: "It needs a password." },
        "a.pdf: It needs a password.",
      ],
    ],
    sync_stale: [
      [
        { ...sync, fresh_at: "2026-11-02T08:00:00+00:00" },
        "ClickUp tasks have not been read completely since 2026-11-02 08:00 UTC.",
      ],
    ],
    sync_dead_letters: [
      [{ ...sync, records: 1 }, "1 task from ClickUp could not be applied."],
      [
        { provider: "harvest", stream: "hours", records: 2 },
        "2 time entries from Harvest could not be applied.",
      ],
      [
        { provider: "microsoft_graph", stream: "busy", records: 1 },
        "1 calendar with busy times from Microsoft 365 could not be applied.",
      ],
    ],
    sync_storage_full: [
      [
        { provider: "gmail", stream: "emails", limit_mib: 20 },
        "Gmail emails are no longer read, because the stored emails have reached the limit of 20 MiB.",
      ],
    ],
    sync_unassigned_emails: [
      [
        { provider: "gmail", stream: "emails", emails: 1 },
        "1 email from Gmail waits for a project. Search finds it once it is assigned.",
      ],
      [
        { provider: "gmail", stream: "emails", emails: 3 },
        "3 emails from Gmail wait for a project. Search finds them once they are assigned.",
      ],
    ],
    sync_unmatched_meetings: [
      [
        { provider: "fathom", stream: "meetings", meetings: 1 },
        "1 meeting from Fathom waits for a project. Search finds it once it is assigned.",
      ],
      [
        { provider: "fathom", stream: "meetings", meetings: 3 },
        "3 meetings from Fathom wait for a project. Search finds them once they are assigned.",
      ],
    ],
    estimates_outside_band: [
      [
        { groups: [{ ...group, kind: "all", name: "all" }] },
        "50% of 20 estimates contained the actual hours. For ranges of 80%, 60% to 95% is expected.",
      ],
      [
        { groups: [group, { ...group, name: "Copy" }] },
        "50% of 20 estimates in the category Design contained the actual hours. For ranges of 80%, 60% to 95% is expected. 1 more group is also outside the expected range.",
      ],
    ],
    planned_project_under_way: [
      [
        { actual_hours: 2, last_spent_on: "2026-10-01" },
        "The project is planned, but 2 hours have already been spent on it.",
      ],
    ],
    project_without_open_tasks: [
      [{ tasks: 1 }, "The project is active, and its only task is closed."],
      [{ tasks: 4 }, "The project is active, and all of its 4 tasks are closed."],
    ],
    hours_without_task: [
      [{ actual_hours: 2.5, without_task: 1.25 }, "1.25 of 2.5 hours belong to no task."],
    ],
    hours_in_future: [
      [
        { entries: 2, last_spent_on: "2026-12-24" },
        "2 time entries are dated after today, the last on 2026-12-24.",
      ],
    ],
    document_not_uploaded: [
      [
        { file_name: "a.pdf", announced_at: "2026-11-02T08:00:00+00:00" },
        "The upload of a.pdf began on 2026-11-02 08:00 UTC and was never completed.",
      ],
    ],
    sync_conflicts: [
      [
        { ...sync, records: 2, fields: ["due_on", "title"] },
        "2 tasks from ClickUp changed here and at the vendor. The vendor's newer values won: due date and title.",
      ],
    ],
    crm_records_to_review: [
      [
        { provider: "hubspot", stream: "companies", records: 2 },
        "2 companies from HubSpot match no client.",
      ],
      [
        { provider: "hubspot", stream: "deals", records: 1 },
        "1 deal from HubSpot matches no project.",
      ],
    ],
  };
