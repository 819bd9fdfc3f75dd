import type { ImportField } from "./import-fields.ts";
import type { FieldSource, ImportMapping } from "./import-mapping.ts";

/** A tool's export: how to recognize the file, and the meaning of its columns. */
interface KnownExport {
  name: string;
  /** Columns by which the export is recognized: no other export has all of them. */
  header: string[];
  /**
   * A list of column names, of which the first that exists is used; or another source, such as several columns
   * joined.
   */
  sources: Partial<Record<ImportField, string[] | FieldSource>>;
  /** Columns whose name looks like a field, but which mean something else. */
  unused?: string[];
}

const knownExports: KnownExport[] = [
  {
    name: "Countersign, tasks",
    header: ["Task", "Task key", "Project", "Parent task", "Labels"],
    sources: {
      project_name: ["Project"],
      task_key: ["Task key"],
      task_title: ["Task"],
      task_status: ["Status"],
      task_priority: ["Priority"],
      task_assignee: ["Assignee"],
      task_estimate_hours: ["Estimate"],
      task_due_on: ["Due"],
    },
    // A total without a person or a day.
    unused: ["Hours"],
  },
  {
    name: "Countersign, hours",
    header: ["Day", "Work", "Task key", "Entry key", "Person", "Hours"],
    sources: {
      project_name: ["Project"],
      task_key: ["Task key"],
      task_title: ["Work"],
      entry_key: ["Entry key"],
      person: ["Person"],
      hours: ["Hours"],
      spent_on: ["Day"],
      note: ["Note"],
    },
  },
  {
    name: "Countersign, portfolio",
    header: ["Project", "Code", "Client", "Account", "Status", "Health"],
    sources: {
      client_name: ["Client"],
      account_name: ["Account"],
      project_code: ["Code"],
      project_name: ["Project"],
      project_status: ["Status"],
      // "Planned hours" is the estimate of the tasks where a project has no budget.
      project_due_on: ["Due"],
    },
  },
  {
    name: "Harvest, detailed time",
    header: ["Date", "Project", "Task", "Hours", "First Name", "Last Name"],
    sources: {
      client_name: ["Client"],
      project_code: ["Project Code"],
      project_name: ["Project"],
      task_title: ["Task"],
      person: { columns: ["First Name", "Last Name"] },
      hours: ["Hours"],
      spent_on: ["Date"],
      note: ["Notes"],
    },
  },
  {
    name: "Clockify, detailed",
    header: ["Project", "Description", "Start Date", "Duration (h)"],
    sources: {
      client_name: ["Client"],
      project_name: ["Project"],
      task_title: ["Task"],
      person: ["User"],
      person_email: ["Email"],
      hours: ["Duration (decimal)", "Duration (h)"],
      spent_on: ["Start Date"],
      note: ["Description"],
    },
  },
  {
    name: "Toggl Track, detailed",
    header: ["Project", "Description", "Start date", "Duration", "Email"],
    sources: {
      client_name: ["Client"],
      project_name: ["Project"],
      task_title: ["Task"],
      person: ["User", "Member"],
      person_email: ["Email"],
      hours: ["Duration"],
      spent_on: ["Start date"],
      note: ["Description"],
    },
  },
  {
    name: "Jira, issues",
    header: ["Summary", "Issue key", "Status", "Project key"],
    sources: {
      project_code: ["Project key"],
      project_name: ["Project name"],
      task_key: ["Issue key"],
      task_title: ["Summary"],
      task_status: ["Status"],
      task_category: ["Issue Type"],
      task_priority: ["Priority"],
      task_assignee: ["Assignee"],
      // Jira exports durations in seconds. Its "Time Spent" is a total without a person or a day.
      task_estimate_hours: { column: "Original Estimate", unit: "seconds" },
      task_due_on: ["Due date", "Due Date"],
      task_completed_on: ["Resolved"],
    },
  },
  {
    name: "ClickUp, tasks",
    header: ["Task ID", "Task Name", "Status", "List Name"],
    sources: {
      project_name: ["List Name"],
      // Several people may share a task: the first is its assignee, and all are on the project.
      project_members: ["Assignees"],
      task_key: ["Task ID"],
      task_title: ["Task Name"],
      task_status: ["Status"],
      task_priority: ["Priority"],
      task_assignee: ["Assignees"],
      task_estimate_hours: { column: "Time Estimated", unit: "milliseconds" },
      task_started_on: ["Start Date Text"],
      task_due_on: ["Due Date Text"],
    },
  },
  {
    name: "Asana, tasks",
    header: ["Task ID", "Name", "Section/Column", "Assignee"],
    sources: {
      project_name: ["Projects"],
      task_key: ["Task ID"],
      task_title: ["Name"],
      task_category: ["Section/Column"],
      task_assignee: ["Assignee"],
      task_assignee_email: ["Assignee Email"],
      task_started_on: ["Start Date"],
      task_due_on: ["Due Date"],
      task_completed_on: ["Completed At"],
    },
  },
  {
    name: "Linear, issues",
    header: ["ID", "Team", "Title", "Status", "Project"],
    sources: {
      // "Project ID" is Linear's own id, and "Estimate" counts points.
      project_name: ["Project"],
      task_key: ["ID"],
      task_title: ["Title"],
      task_status: ["Status"],
      task_priority: ["Priority"],
      task_assignee: ["Assignee"],
      task_started_on: ["Started"],
      task_due_on: ["Due Date"],
      task_completed_on: ["Completed"],
    },
  },
];

/** The known export with this header, its fields for the existing columns, and columns that fill no field. */
export function exportOf(header: string[]):
  | {
      name: string;
      fields: (columns: string[]) => ImportMapping["fields"];
      unused: readonly string[];
    }
  | undefined {
  const tool = knownExports.find((candidate) =>
    candidate.header.every((column) => header.includes(column)),
  );
  return (
    tool && {
      name: tool.name,
      fields: (columns) => fieldsIn(tool, columns),
      unused: tool.unused ?? [],
    }
  );
}

function fieldsIn({ sources }: KnownExport, columns: string[]): ImportMapping["fields"] {
  const hasColumn = (column: string) => columns.includes(column);
  const fields: ImportMapping["fields"] = {};
  for (const [field, source] of Object.entries(sources) as [
    ImportField,
    string[] | FieldSource,
  ][]) {
    if (Array.isArray(source)) {
      const column = source.find(hasColumn);
      if (column) fields[field] = { column };
    } else if (
      "columns" in source
        ? source.columns.every(hasColumn)
        : "column" in source && hasColumn(source.column)
    ) {
      fields[field] = source;
    }
  }
  return fields;
}
