import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { StatusUpdateAction } from "../../../../supabase/functions/_domain/portfolio/action-contract.ts";
import type { PortfolioActionInput } from "../../api/routes.ts";
import { projectListState } from "../../entities/project/project-list-state.ts";
import { projectSummaries } from "../../entities/project/queries.ts";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { useDialog } from "./action-dialog.tsx";
import { ActionForm } from "./action-form.tsx";
import { noStatus, StatusFields } from "./status-fields.tsx";
import { useActionForm } from "./use-action-form.ts";

/** Posts a status update of a project. Earlier ones stay. */
export function PostStatusForm({ projectId }: { projectId?: string }) {
  const dialog = useDialog();
  const projects = useQuery(projectSummaries);
  const [start] = useState({ ...noStatus, project_id: projectId ?? "" });
  const controls = useActionForm({
    schema: StatusUpdateAction,
    initial: start,
    toAction: (values) =>
      ({
        type: "status_update",
        ...values,
        risks: values.risks || null,
        next_steps: values.next_steps || null,
      }) as PortfolioActionInput,
    onSaved: () => {
      dialog.finish();
      notifySaved("Status posted.");
    },
  });
  const { form } = controls;
  return (
    <ActionForm controls={controls} submitLabel="Post status">
      {!projectId && (
        <Select
          label="Project"
          required
          searchable
          data-autofocus
          limit={50}
          {...projectListState(projects)}
          data={(projects.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps("project_id")}
        />
      )}
      <StatusFields form={form} hasFirstFocus={projectId !== undefined} />
    </ActionForm>
  );
}
