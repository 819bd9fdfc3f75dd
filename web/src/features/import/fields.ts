import {
  type ImportField,
  importFieldNames,
  importFields,
} from "../../../../supabase/functions/_domain/portfolio/import-fields.ts";
import { priorityLabels } from "../../../../supabase/functions/_domain/portfolio/import-words.ts";
import { statusLabels } from "../../entities/project/labels.ts";
import { taskStatusLabels } from "../tasks/task-status.tsx";

export {
  dateFormats,
  hourUnits,
  type ImportField,
  importFieldLabels as fieldLabels,
} from "../../../../supabase/functions/_domain/portfolio/import-fields.ts";

const ofRates = (field: ImportField) => field.startsWith("rate_") || field.endsWith("_per_hour");
const ofProjects = (field: ImportField) =>
  !ofRates(field) && /^(client|account|project)_/.test(field);
const ofTasks = (field: ImportField) => field.startsWith("task_");

/** The fields of an import file, grouped by the entity that they describe. */
export const fieldGroups: { name: string; fields: ImportField[] }[] = [
  { name: "Project", fields: importFieldNames.filter(ofProjects) },
  { name: "Task", fields: importFieldNames.filter(ofTasks) },
  {
    name: "Time entry",
    fields: importFieldNames.filter(
      (field) => !ofProjects(field) && !ofTasks(field) && !ofRates(field),
    ),
  },
  { name: "Rate", fields: importFieldNames.filter(ofRates) },
];

/** Fields with a fixed set of values; any other value in a cell is mapped to one of them. */
export const vocabularies: Partial<Record<ImportField, Record<string, string>>> = {
  project_status: statusLabels,
  task_status: taskStatusLabels,
  task_priority: Object.fromEntries(
    priorityLabels.map((label, index) => [String(index + 1), label]),
  ),
};

export const isDate = (field: ImportField) => importFields[field] === "date";
export const countsHours = (field: ImportField) => importFields[field] === "hours";
