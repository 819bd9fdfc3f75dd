import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProjectUpdateAction } from "../../../../supabase/functions/_domain/portfolio/action-contract.ts";
import type { PortfolioActionInput } from "../../api/routes.ts";
import { statusLabels } from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { useViewer } from "../../session/viewer.ts";
import { clientAndAccount } from "../portfolio/portfolio-view.ts";
import { statuses } from "../portfolio/search-params.ts";
import dialogClasses from "./action-dialog.module.css";
import { ActionForm } from "./action-form.tsx";
import { ConflictReview } from "./conflict-review.tsx";
import { Loaded } from "./loaded.tsx";
import { Lookup } from "./lookups.tsx";
import { labels, ProjectFact } from "./project-fields.tsx";
import { fields, type ProjectField, type ProjectValues, valuesOf } from "./project-values.ts";
import { projectAsOpened } from "./queries.ts";
import { useUpdateForm } from "./use-update-form.ts";

export function EditProjectForm({ projectId }: { projectId: string }) {
  const project = useQuery(projectAsOpened(projectId));
  return <Loaded query={project}>{(row) => <Fields project={row} />}</Loaded>;
}

/** These cannot be cleared: empty ones are sent, and the contract reports them at their fields. */
const needed: readonly ProjectField[] = ["name", "status", "account_id"];

function Fields({ project }: { project: ProjectSummary }) {
  const { currency } = useViewer().organization;
  const [initial] = useState(() => valuesOf(project));
  const { controls, conflict } = useUpdateForm<ProjectValues, ProjectField>({
    schema: ProjectUpdateAction,
    fields,
    initial,
    version: project.version,
    valuesOf,
    toAction: (values, fields, version) =>
      ({
        type: "project_update",
        project_id: project.id,
        version,
        changes: Object.fromEntries(
          fields.map((field) => [
            field,
            values[field] === "" && !needed.includes(field) ? null : values[field],
          ]),
        ),
      }) as PortfolioActionInput,
    versionOf: (answer) => (answer.type === "project_update" ? answer.project.version : 0),
    savedMessage: "Project saved.",
  });
  if (conflict) {
    return (
      <ConflictReview
        conflict={conflict}
        labels={labels}
        show={(field, value) => <ProjectFact field={field} value={value} />}
      />
    );
  }
  const { form } = controls;
  return (
    <ActionForm controls={controls} submitLabel="Save project">
      <div className={dialogClasses.pair}>
        <TextInput label={labels.name} required data-autofocus {...form.getInputProps("name")} />
        <TextInput
          label={labels.code}
          description="Short and unique. Imports use it to find the project."
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...form.getInputProps("code")}
        />
      </div>
      <Textarea
        label={labels.summary}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps("summary")}
      />
      <div className={dialogClasses.pair}>
        <Select
          label={labels.status}
          data={statuses.map((value) => ({ value, label: statusLabels[value] }))}
          allowDeselect={false}
          {...form.getInputProps("status")}
        />
        <Lookup
          list="people"
          label={labels.lead_id}
          clearable
          clearButtonProps={{ "aria-label": "No lead" }}
          initialChoice={
            project.lead_id && project.lead_name
              ? { value: project.lead_id, label: project.lead_name }
              : undefined
          }
          {...form.getInputProps("lead_id")}
        />
      </div>
      <Lookup
        list="accounts"
        label={labels.account_id}
        required
        allowDeselect={false}
        initialChoice={{ value: project.account_id, label: clientAndAccount(project) }}
        {...form.getInputProps("account_id")}
      />
      <div className={dialogClasses.pair}>
        <TextInput label={labels.starts_on} type="date" {...form.getInputProps("starts_on")} />
        <TextInput label={labels.due_on} type="date" {...form.getInputProps("due_on")} />
      </div>
      <div className={dialogClasses.pair}>
        <TextInput
          label={labels.budget_hours}
          inputMode="decimal"
          rightSection="h"
          {...form.getInputProps("budget_hours")}
        />
        <TextInput
          label={labels.budget_amount}
          inputMode="decimal"
          rightSection={currency}
          rightSectionWidth={48}
          {...form.getInputProps("budget_amount")}
        />
      </div>
      <Switch
        label={labels.is_archived}
        description="Hides the project from the portfolio; nothing is deleted."
        {...form.getInputProps("is_archived", { type: "checkbox" })}
      />
    </ActionForm>
  );
}
