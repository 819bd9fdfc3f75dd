import { Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PortfolioClassificationAction } from "../../../../supabase/functions/_domain/portfolio/action-contract.ts";
import type { PortfolioActionInput } from "../../api/routes.ts";
import { RiskLabel } from "../../entities/project/badges.tsx";
import { noneLabels, riskLabels, tierLabels } from "../../entities/project/labels.ts";
import type { PortfolioTier, RiskLevel } from "../../entities/project/queries.ts";
import type { Rows } from "../../supabase/client.ts";
import { risks, tiers } from "../portfolio/search-params.ts";
import dialogClasses from "./action-dialog.module.css";
import { ActionForm } from "./action-form.tsx";
import { Choice } from "./choice.tsx";
import { ClassificationHistory } from "./classification-history.tsx";
import { ConflictReview } from "./conflict-review.tsx";
import { Loaded } from "./loaded.tsx";
import { ServiceLineField } from "./lookups.tsx";
import { classifications } from "./queries.ts";
import { useUpdateForm } from "./use-update-form.ts";

const fields = ["tier", "service_line", "risk"] as const;
type Field = (typeof fields)[number];
type Values = Record<Field | "reason", string>;
type Classification = Rows["portfolio_classifications"];

const labels: Record<Field, string> = { tier: "Tier", service_line: "Service line", risk: "Risk" };

const valuesOf = (row: Partial<Record<Field, unknown>> = {}): Record<Field, string> => ({
  tier: String(row.tier ?? ""),
  service_line: String(row.service_line ?? ""),
  risk: String(row.risk ?? ""),
});

function show(field: Field, value: unknown) {
  const text = String(value);
  if (field === "tier") return text ? tierLabels[text as PortfolioTier] : noneLabels.tier;
  if (field === "service_line") return text || noneLabels.service;
  return text ? <RiskLabel risk={text as RiskLevel} /> : noneLabels.risk;
}

export function ClassifyForm({ projectId }: { projectId: string }) {
  const history = useQuery(classifications(projectId));
  return (
    <Loaded query={history}>
      {(versions) => <Fields projectId={projectId} history={versions} />}
    </Loaded>
  );
}

function Fields({ projectId, history }: { projectId: string; history: Classification[] }) {
  const [inForce] = history;
  const [initial] = useState<Values>({ ...valuesOf(inForce), reason: "" });
  const { controls, conflict } = useUpdateForm<Values, Field>({
    schema: PortfolioClassificationAction,
    fields,
    initial,
    version: inForce?.version ?? 0,
    valuesOf,
    toAction: (values, _changed, version) =>
      ({
        type: "portfolio_classification",
        project_id: projectId,
        version,
        tier: values.tier || null,
        service_line: values.service_line || null,
        risk: values.risk || null,
        reason: values.reason || null,
      }) as PortfolioActionInput,
    versionOf: (answer) =>
      answer.type === "portfolio_classification" ? answer.classification.version : 0,
    savedMessage: "Classification saved.",
  });
  if (conflict) return <ConflictReview conflict={conflict} labels={labels} show={show} />;
  const { form } = controls;
  return (
    <ActionForm controls={controls} submitLabel="Classify project">
      <div className={dialogClasses.pair}>
        <Choice
          label={labels.tier}
          none={noneLabels.tier}
          data-autofocus
          data={tiers.map((value) => ({ value, label: tierLabels[value] }))}
          {...form.getInputProps("tier")}
        />
        <Choice
          label={labels.risk}
          none={noneLabels.risk}
          data={risks.map((value) => ({ value, label: riskLabels[value] }))}
          renderOption={({ option }) => <RiskLabel risk={option.value as RiskLevel} />}
          {...form.getInputProps("risk")}
        />
      </div>
      <ServiceLineField
        label={labels.service_line}
        placeholder={noneLabels.service}
        {...form.getInputProps("service_line")}
      />
      <Textarea
        label="Reason"
        description="The reason for the change, shown in the history."
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps("reason")}
      />
      <ClassificationHistory history={history} />
    </ActionForm>
  );
}
