import { Select } from "@mantine/core";
import { DueDay } from "../../entities/project/activity.tsx";
import { StatusLabel } from "../../entities/project/badges.tsx";
import { isRunning, statusLabels } from "../../entities/project/labels.ts";
import type { ProjectStatus, ProjectSummary } from "../../entities/project/queries.ts";
import { DueField, Editable, listInCell } from "../../ui/data-table/editable.tsx";
import { changeProject } from "../portfolio-actions/change-project.ts";
import { Lookup } from "../portfolio-actions/lookups.tsx";
import { statuses } from "./search-params.ts";

interface Props {
  project: ProjectSummary;
  /** Only admins and leads change projects. */
  mayEdit: boolean;
  /** Names a due day where no heading does. */
  isNamed?: boolean;
}

const rowOf = ({ project, mayEdit }: Props) => ({ of: project.name, isFixed: !mayEdit });

export function StatusCell(props: Props) {
  const { project } = props;
  return (
    <Editable
      {...rowOf(props)}
      name="Status"
      value={<StatusLabel status={project.status} />}
      editor={(close) => (
        <Select
          openOnFocus
          {...listInCell}
          aria-label={`Status of ${project.name}`}
          searchable
          allowDeselect={false}
          value={project.status}
          data={statuses.map((status) => ({ value: status, label: statusLabels[status] }))}
          onDropdownClose={close}
          onBlur={close}
          onChange={(status) => {
            if (status)
              void changeProject(project, { status: status as ProjectStatus }, "Status saved.");
          }}
        />
      )}
    />
  );
}

export function LeadCell(props: Props) {
  const { project } = props;
  const { lead_id, lead_name } = project;
  return (
    <Editable
      {...rowOf(props)}
      name="Lead"
      value={<span>{lead_name ?? (lead_id ? "Former colleague" : "No lead")}</span>}
      editor={(close) => (
        <Lookup
          list="people"
          openOnFocus
          {...listInCell}
          aria-label={`Lead of ${project.name}`}
          clearable={lead_id !== null}
          clearButtonProps={{ "aria-label": "Remove the lead", tabIndex: 0 }}
          value={lead_id ?? ""}
          initialChoice={
            lead_id ? { value: lead_id, label: lead_name ?? "Former colleague" } : undefined
          }
          onDropdownClose={close}
          onBlur={close}
          onChange={(id, name) => {
            const next = { lead_id: id || null };
            if (next.lead_id !== lead_id)
              void changeProject(project, next, "Lead saved.", { lead_name: name ?? null });
            close();
          }}
        />
      )}
    />
  );
}

export function DueCell(props: Props) {
  const { project, isNamed = false } = props;
  return (
    <Editable
      {...rowOf(props)}
      name="Due date"
      value={<DueDay on={project.due_on} isRunning={isRunning(project.status)} isNamed={isNamed} />}
      editor={(close) => (
        <DueField
          label={`Due date of ${project.name}`}
          dueOn={project.due_on}
          save={(due_on) => void changeProject(project, { due_on }, "Due date saved.")}
          close={close}
        />
      )}
    />
  );
}
