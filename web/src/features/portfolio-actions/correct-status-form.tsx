import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { StatusCorrectionAction } from "../../../../supabase/functions/_domain/portfolio/action-contract.ts";
import type { PortfolioActionInput } from "../../api/routes.ts";
import { HealthLabel } from "../../entities/project/badges.tsx";
import type { ProjectHealth } from "../../entities/project/queries.ts";
import type { Rows } from "../../supabase/client.ts";
import { ActionForm } from "./action-form.tsx";
import { ConflictReview } from "./conflict-review.tsx";
import { Loaded } from "./loaded.tsx";
import { statusAsOpened } from "./queries.ts";
import { type noStatus, StatusFields } from "./status-fields.tsx";
import { useUpdateForm } from "./use-update-form.ts";

const labels = {
  health: "Health",
  summary: "Summary",
  risks: "Risks",
  next_steps: "Next steps",
};
type Field = keyof typeof labels;
const fields = Object.keys(labels) as Field[];

/** Replaces the text of a posted status. The earlier text stays readable. */
export function CorrectStatusForm({ statusId }: { statusId: string }) {
  const status = useQuery(statusAsOpened(statusId));
  return <Loaded query={status}>{(row) => <Fields status={row} />}</Loaded>;
}

function Fields({ status }: { status: Rows["status_updates"] }) {
  const [initial] = useState(() => valuesOf(status));
  const { controls, conflict } = useUpdateForm<typeof noStatus, Field>({
    schema: StatusCorrectionAction,
    fields,
    initial,
    version: status.version,
    valuesOf,
    toAction: (values, _changed, version) =>
      ({
        type: "status_correction",
        status_update_id: status.id,
        version,
        ...values,
        risks: values.risks || null,
        next_steps: values.next_steps || null,
      }) as PortfolioActionInput,
    versionOf: (answer) => (answer.type === "status_correction" ? answer.status_update.version : 0),
    savedMessage: "Status corrected.",
  });
  if (conflict) {
    return (
      <ConflictReview
        conflict={conflict}
        labels={labels}
        show={(field, value) =>
          field === "health" ? (
            <HealthLabel health={value as ProjectHealth} />
          ) : (
            String(value || "None")
          )
        }
      />
    );
  }
  return (
    <ActionForm controls={controls} submitLabel="Correct status">
      <Text size="sm" c="dimmed">
        The earlier text stays readable below the corrected one.
      </Text>
      <StatusFields form={controls.form} hasFirstFocus />
    </ActionForm>
  );
}

function valuesOf(row: Record<string, unknown>): typeof noStatus {
  const text = (field: Field) => String(row[field] ?? "");
  return {
    health: text("health"),
    summary: text("summary"),
    risks: text("risks"),
    next_steps: text("next_steps"),
  };
}
