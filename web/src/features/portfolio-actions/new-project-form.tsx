import { Checkbox, Group, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { PortfolioAction } from "../../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { type PortfolioActionInput, portfolioAction } from "../../api/routes.ts";
import { statusLabels } from "../../entities/project/labels.ts";
import { projectSummaries } from "../../entities/project/queries.ts";
import { todayOf } from "../../format/dates.ts";
import { useViewer } from "../../session/viewer.ts";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { FormEstimate } from "../estimates/form-estimate.tsx";
import { clientAndAccount } from "../portfolio/portfolio-view.ts";
import { AccountChoice } from "./account-choice.tsx";
import dialogClasses from "./action-dialog.module.css";
import { useDialog } from "./action-dialog.tsx";
import { ActionForm } from "./action-form.tsx";
import { CopyPreview } from "./copy-preview.tsx";
import { Loaded } from "./loaded.tsx";
import { Lookup } from "./lookups.tsx";
import {
  clientOf,
  createActionFor,
  initialProject,
  missingIn,
  type NewProject,
} from "./new-project-values.ts";
import { labels } from "./project-fields.tsx";
import { accountName, portfolioOptions } from "./queries.ts";
import { type ActionControls, useActionForm } from "./use-action-form.ts";

interface Props {
  accountId?: string | undefined;
  sourceId?: string | undefined;
}

interface Choice {
  value: string;
  label: string;
}

/** A new project, or a copy of another one, in an existing account or one created with it. */
export function NewProjectForm({ accountId, sourceId }: Props) {
  const options = useQuery(portfolioOptions(""));
  const account = useQuery({ ...accountName(accountId ?? ""), enabled: accountId !== undefined });
  if (accountId) {
    return (
      <Loaded query={account}>
        {(names) => (
          <Fields
            start={{}}
            account={{ value: accountId, label: clientAndAccount(names) }}
            source={sourceId}
          />
        )}
      </Loaded>
    );
  }
  return (
    <Loaded query={options}>
      {({ accounts, clients }) => (
        <Fields
          start={{
            account: accounts.length > 0 ? "existing" : "new",
            client: clients.length > 0 ? "existing" : "new",
          }}
          source={sourceId}
        />
      )}
    </Loaded>
  );
}

interface FieldsProps {
  start: Partial<NewProject>;
  account?: Choice;
  source?: string | undefined;
}

function Fields({ start, account, source: sourceId }: FieldsProps) {
  const projects = useQuery(projectSummaries).data ?? [];
  const [accountChoice, setAccountChoice] = useState(account);
  const [initial] = useState<NewProject>({
    ...initialProject,
    ...start,
    account_id: account?.value ?? "",
    ...(sourceId && { mode: "copy" as const, project_id: sourceId }),
  });
  const controls = useNewProject(initial, setAccountChoice);
  const { form } = controls;
  const { mode, project_id } = form.values;
  const source = projects.find(({ id }) => id === project_id);

  const choose = (id: string | null) => {
    const template = projects.find((project) => project.id === id);
    form.setFieldValue("project_id", id ?? "");
    if (!template) return;
    if (form.getValues().name === "") form.setFieldValue("name", `${template.name} (copy)`);
    if (form.getValues().starts_on === "") form.setFieldValue("starts_on", todayOf());
    if (form.getValues().account_id === "") {
      form.setValues({ account: "existing", account_id: template.account_id });
      setAccountChoice({ value: template.account_id, label: clientAndAccount(template) });
    }
  };

  return (
    <ActionForm controls={controls} submitLabel="Create project">
      {projects.length > 0 && (
        <SegmentedControl
          aria-label="Kind of project"
          data={[
            { value: "blank", label: "Blank project" },
            { value: "copy", label: "From another project" },
          ]}
          {...form.getInputProps("mode")}
        />
      )}
      {mode === "copy" && (
        <Select
          label="Project to copy"
          required
          searchable
          limit={50}
          nothingFoundMessage="No project has this name."
          data={projects.map((project) => ({ value: project.id, label: project.name }))}
          {...form.getInputProps("project_id")}
          value={project_id || null}
          onChange={choose}
        />
      )}
      <div className={dialogClasses.pair}>
        <TextInput label={labels.name} required data-autofocus {...form.getInputProps("name")} />
        <TextInput
          label={labels.code}
          description="Short and unique. Imports use it to find the project."
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...form.getInputProps("code")}
        />
      </div>
      <AccountChoice form={form} choice={accountChoice} />
      {mode === "blank" ? (
        <BlankFields controls={controls} />
      ) : (
        <>
          <TextInput label={labels.starts_on} type="date" {...form.getInputProps("starts_on")} />
          <Group gap="lg">
            <Checkbox
              label="Copy tasks"
              {...form.getInputProps("with_tasks", { type: "checkbox" })}
            />
            <Checkbox
              label="Copy team"
              {...form.getInputProps("with_team", { type: "checkbox" })}
            />
          </Group>
          {source && <CopyPreview source={source} values={form.values} />}
        </>
      )}
    </ActionForm>
  );
}

function BlankFields({ controls: { form } }: { controls: ActionControls<NewProject> }) {
  const { currency } = useViewer().organization;
  return (
    <>
      <div className={dialogClasses.pair}>
        <Select
          label={labels.status}
          data={(["planned", "active"] as const).map((value) => ({
            value,
            label: statusLabels[value],
          }))}
          allowDeselect={false}
          {...form.getInputProps("status")}
        />
        <Lookup
          list="people"
          label={labels.lead_id}
          clearable
          clearButtonProps={{ "aria-label": "No lead" }}
          {...form.getInputProps("lead_id")}
        />
      </div>
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
      <FormEstimate
        texts={[form.values.name]}
        about={clientOf(form.values)}
        titleField="name"
        suggestion={{
          noun: "budget",
          use: (hours) => {
            form.setFieldValue("budget_hours", String(hours));
            form.getInputNode("budget_hours")?.focus();
          },
        }}
      />
    </>
  );
}

function useNewProject(initial: NewProject, setKnown: (account: Choice) => void) {
  const dialog = useDialog();
  const navigate = useNavigate();
  const controls: ActionControls<NewProject> = useActionForm<NewProject>({
    schema: PortfolioAction,
    initial,
    toAction: createActionFor,
    ownErrors: missingIn,
    fieldsOfCodes: { client_exists: "client_name", account_exists: "account_name" },
    prepare: async (values) => {
      if (values.account === "existing") return values;
      // The form stores the created rows, so that a retry creates only the rest.
      const client_id =
        values.client === "existing" ? values.client_id : await createClient(values.client_name);
      controls.form.setValues({ client: "existing", client_id });
      const account = await createAccount(client_id, values.account_name);
      const choice = { account: "existing" as const, account_id: account.value };
      controls.form.setValues(choice);
      setKnown(account);
      return { ...values, ...choice };
    },
    onSaved: (answer) => {
      if (answer.type !== "project_create" && answer.type !== "project_copy") return;
      const { id: projectId, name, version } = answer.project;
      dialog.finish();
      void navigate({ to: "/projects/$projectId", params: { projectId } });
      const archive: PortfolioActionInput = {
        type: "project_update",
        project_id: projectId,
        version,
        changes: { is_archived: true },
      };
      notifyUndoable(`Project ${name} created.`, () => portfolioAction(archive));
    },
  });
  return controls;
}

async function createClient(name: string): Promise<string> {
  const answer = await portfolioAction({ type: "client_create", name });
  return answer.type === "client_create" ? answer.client.id : "";
}

async function createAccount(client_id: string, name: string): Promise<Choice> {
  const answer = await portfolioAction({ type: "account_create", client_id, name });
  return { value: answer.type === "account_create" ? answer.account.id : "", label: name };
}
