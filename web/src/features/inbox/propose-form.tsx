import { Select } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { payloadFields } from "../../../../supabase/functions/_domain/approvals/kinds.ts";
import type { ApprovalKind } from "../../api/approval-routes.ts";
import { type Approval, proposeCard } from "../../api/approval-routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { projectListState } from "../../entities/project/project-list-state.ts";
import { projectSummaries } from "../../entities/project/queries.ts";
import { localTimeZone } from "../../format/dates.ts";
import { asSentence } from "../../format/sentence.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { FormEstimate } from "../estimates/form-estimate.tsx";
import type { Suggestion } from "../estimates/form-estimate-result.tsx";
import { useDialog } from "../portfolio-actions/action-dialog.tsx";
import { ActionForm } from "../portfolio-actions/action-form.tsx";
import { focusFirst } from "../portfolio-actions/use-action-form.ts";
import { type Citation, citationOf } from "./evidence.ts";
import { EvidenceEditor } from "./evidence-editor.tsx";
import { type FormValues, formValuesOf, payloadOf, problemsIn, textsOf } from "./form-values.ts";
import { KindSelect } from "./kind-select.tsx";
import { PayloadInput } from "./payload-input.tsx";
import { isSame } from "./payload-values.ts";
import { kindRules } from "./queries.ts";
import { refusedFields } from "./refused-fields.ts";

type Rules = NonNullable<Awaited<ReturnType<NonNullable<typeof kindRules.queryFn>>>>;

/** Proposes a card of any kind. Its fields come from the kind's contract. */
export function ProposeForm({ projectId }: { projectId?: string | undefined }) {
  const rules = useQuery(kindRules);
  if (rules.isError) {
    return <Problem error={rules.error} retry={() => void rules.refetch()} />;
  }
  return rules.data ? <LoadedForm rules={rules.data} projectId={projectId} /> : null;
}

const PROJECT = "project_id";

function LoadedForm({ rules, projectId }: { rules: Rules; projectId: string | undefined }) {
  const dialog = useDialog();
  const navigate = useNavigate();
  const viewer = useViewer();
  const [kind, setKind] = useState<ApprovalKind>("task_create");
  const [citations, setCitations] = useState<Citation[]>([]);
  const [problem, setProblem] = useState<unknown>(null);
  const { mutateAsync, isPending } = useMutation({ mutationFn: proposeCard });
  const needsProject = rules.get(kind)?.needs_project ?? true;
  const fields = payloadFields[kind];
  const start = (of: ApprovalKind) =>
    formValuesOf(payloadFields[of], {
      time_zone: localTimeZone(),
      sections: (rules.get(of)?.required_sections ?? []).map((heading) => ({ heading, body: "" })),
    });
  const untouched = useRef<FormValues>({ ...start(kind), [PROJECT]: projectId ?? "" });
  const form = useForm<FormValues>({
    initialValues: untouched.current,
    validate: (values) => ({
      ...(needsProject && !values[PROJECT] && { [PROJECT]: "Choose a project" }),
      ...problemsIn(fields, values),
    }),
  });
  const isChanged = () => citations.length > 0 || !isSame(form.getValues(), untouched.current);
  const hasChanges = useRef(isChanged);
  hasChanges.current = isChanged;
  useEffect(() => dialog.guard(() => hasChanges.current()), [dialog]);

  // Fields of the same name are the same field: a title stays when the kind changes.
  const choose = (next: ApprovalKind) => {
    const payload = Object.fromEntries(
      Object.entries(form.getValues()).filter(
        ([name, value]) => !isSame(value, untouched.current[name]),
      ),
    );
    untouched.current = { ...start(next), [PROJECT]: projectId ?? "" };
    form.setValues({ ...untouched.current, ...payload });
    form.clearErrors();
    setProblem(null);
    setKind(next);
  };

  const onCreated = (card: Approval) => {
    dialog.finish();
    if (!leads(viewer) && (card.is_restricted || !card.project)) {
      return void notifySaved(
        "Card proposed. Only admins and leads can open it, because it is restricted.",
      );
    }
    notifySaved(`Card proposed: ${card.title}`);
    void navigate({ to: "/inbox/$approvalId", params: { approvalId: card.id } });
  };
  const submit = async (values: FormValues) => {
    setProblem(null);
    try {
      const { approval } = await mutateAsync({
        action: "propose",
        kind,
        project_id: needsProject ? String(values[PROJECT]) : null,
        payload: payloadOf(fields, {}, {}, values),
        citations: citations.map(citationOf),
      });
      onCreated(approval);
    } catch (error) {
      const isOfProject =
        error instanceof ServiceError &&
        ["project_not_found", "project_archived"].includes(error.code);
      const refusals = isOfProject
        ? { [PROJECT]: asSentence(error.message) }
        : refusedFields(
            error,
            fields.map(({ name }) => name),
          );
      if (!refusals) return setProblem(error);
      form.setErrors(refusals);
      focusFirst(form, refusals);
    }
  };

  const hoursField: Suggestion = {
    noun: "estimate",
    use: (hours) => {
      form.setFieldValue("hours", String(hours));
      form.getInputNode("hours")?.focus();
    },
  };
  const project = String(form.getValues()[PROJECT] ?? "");
  return (
    <ActionForm controls={{ form, submit, isBusy: isPending, problem }} submitLabel="Propose card">
      <KindSelect value={kind} onChange={choose} groupOf={(of) => rules.get(of)?.group} />
      {needsProject && !projectId && <ProjectInput {...form.getInputProps(PROJECT)} />}
      {fields.map((field) => (
        <PayloadInput
          key={field.name}
          field={field}
          form={form}
          projectId={project || null}
          isFirst={false}
        />
      ))}
      {kind.startsWith("sow_") && (
        <FormEstimate
          texts={textsOf(fields, form.getValues())}
          about={project ? { project_id: project } : {}}
          titleField="title"
          suggestion={fields.some(({ name }) => name === "hours") ? hoursField : undefined}
        />
      )}
      {needsProject && project && (
        <EvidenceEditor
          projectId={project}
          isExpected={rules.get(kind)?.is_deliverable ?? false}
          citations={citations}
          onChange={setCitations}
        />
      )}
    </ActionForm>
  );
}

function ProjectInput(props: { value?: string; onChange?: (value: string) => void }) {
  const projects = useQuery(projectSummaries);
  return (
    <Select
      {...props}
      label="Project"
      withAsterisk
      searchable
      limit={50}
      {...projectListState(projects)}
      value={props.value || null}
      onChange={(value) => props.onChange?.(value ?? "")}
      data={(projects.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
