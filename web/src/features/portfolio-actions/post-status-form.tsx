import { Group, Radio, Select, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { StatusUpdateAction } from "../../../../supabase/functions/_domain/portfolio/action-contract.ts";
import type { PortfolioActionInput } from "../../api/routes.ts";
import { HealthLabel } from "../../entities/project/badges.tsx";
import { projectSummaries } from "../../entities/project/queries.ts";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { healths } from "../portfolio/search-params.ts";
import { useDialog } from "./action-dialog.tsx";
import { ActionForm } from "./action-form.tsx";
import classes from "./post-status-form.module.css";
import { useActionForm } from "./use-action-form.ts";

/** Best first. */
const offered = healths.toReversed();
const initial = { project_id: "", health: "", summary: "", risks: "", next_steps: "" };

/** Says how a project goes. What was said before stays. */
export function PostStatusForm({ projectId }: { projectId?: string }) {
  const dialog = useDialog();
  const projects = useQuery(projectSummaries);
  const [start] = useState({ ...initial, project_id: projectId ?? "" });
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
  const { health: chosen } = form.getValues();
  return (
    <ActionForm controls={controls} submitLabel="Post status">
      {!projectId && (
        <Select
          label="Project"
          searchable
          openOnFocus={false}
          data-autofocus
          limit={50}
          nothingFoundMessage="No results"
          data={(projects.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps("project_id")}
        />
      )}
      <Radio.Group label="Health" {...form.getInputProps("health")}>
        <Group gap="xs" my={4}>
          {offered.map((health, place) => (
            <Radio.Card
              key={health}
              value={health}
              className={classes.health}
              // One stop of the tab key, as in any radio group: the next one is the summary.
              tabIndex={health === (chosen || offered[0]) ? 0 : -1}
              data-autofocus={(projectId && place === 0) || undefined}
            >
              <Group gap="xs" wrap="nowrap">
                <Radio.Indicator size="xs" />
                <HealthLabel health={health} />
              </Group>
            </Radio.Card>
          ))}
        </Group>
      </Radio.Group>
      <Textarea
        label="Summary"
        description="The most important news for someone who wasn't there."
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps("summary")}
      />
      <Textarea label="Risks" autosize minRows={2} maxRows={8} {...form.getInputProps("risks")} />
      <Textarea
        label="Next steps"
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps("next_steps")}
      />
    </ActionForm>
  );
}
