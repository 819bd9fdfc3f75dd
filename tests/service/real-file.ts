import path from "node:path";

const PROJECT = path.resolve(import.meta.dirname, "../..");
/** Where the real export is, if it is there. */
export const realFile =
  process.env["SIP_CSV"] ?? path.resolve(PROJECT, "../shared/data/sip/tasks-2004-2008.csv");

const column = (name: string) => ({ column: name });
/** What its columns mean. */
export const realMapping = {
  fields: {
    client_name: { value: "Imported" },
    project_code: column("ProjectCode"),
    project_name: column("ProjectCode"),
    task_key: column("TaskNumber"),
    task_title: column("Summary"),
    task_status: {
      column: "StatusCode",
      values: {
        FINISHED: "done",
        COMPLETED: "done",
        RELEASED: "done",
        CHRONICLE: "done",
        CANCELLED: "cancelled",
      },
    },
    task_category: column("Category"),
    task_subcategory: column("SubCategory"),
    task_priority: column("Priority"),
    task_estimate_hours: column("HoursEstimate"),
    task_estimated_on: column("EstimateOn"),
    task_started_on: column("StartedOn"),
    task_completed_on: column("CompletedOn"),
    task_assignee: column("AssignedToID"),
    person: column("DeveloperID"),
    hours: column("DeveloperHoursActual"),
    spent_on: column("CompletedOn"),
  },
};
