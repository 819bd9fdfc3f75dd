import { Button, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import {
  type IntegrationActionInput,
  integrationAction,
  type Provider,
  type SyncStream,
} from "../../api/integration-routes.ts";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import classes from "./integrations.module.css";
import { vendorLists } from "./queries.ts";
import { useIntegrationAction } from "./use-integration-action.ts";
import { containerOf } from "./words.ts";

interface Props {
  provider: Provider;
  stream: SyncStream;
}

/** The former assignment of the changed list. */
export function assignmentOf(stream: SyncStream, action: IntegrationActionInput) {
  if (action.action !== "set_scope") return undefined;
  return stream.scopes.find(({ external_id }) => external_id === action.external_id);
}

const empty = { external_id: "", name: "", project_id: "" };

/** Assigns a list, chosen by its name if the last test of the connection found any, to a project. */
export function AssignForm({ provider, stream }: Props) {
  const container = containerOf(provider.provider);
  const lists = useQuery(vendorLists(provider));
  const [isById, setById] = useState(false);
  const [values, setValues] = useState(empty);
  const projects = useProjectChoices(values.project_id);
  const [isChecked, setChecked] = useState(false);
  const assign = useIntegrationAction((_, action) => {
    if (action.action !== "set_scope") return;
    const before = assignmentOf(stream, action);
    notifyUndoable(`${action.name} is assigned. The next run reads everything again.`, () =>
      integrationAction({
        ...action,
        name: before?.name ?? action.name,
        project_id: before?.project_id ?? null,
      }),
    );
    setValues(empty);
    setChecked(false);
  });
  const canChoose = lists.isLoading || (lists.data ?? []).length > 0;
  const isChosen = canChoose && !isById;
  const missing = (field: keyof typeof empty, problem: string) =>
    isChecked && !values[field].trim() ? problem : undefined;
  return (
    <form
      noValidate
      className={classes.assign}
      data-chosen={isChosen || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        const external_id = values.external_id.trim();
        const name = values.name.trim();
        const { project_id } = values;
        if (assign.isPending || !external_id || !name || !project_id) return;
        assign.mutate({
          action: "set_scope",
          stream_id: stream.id,
          external_id,
          name,
          project_id,
        });
      }}
    >
      {isChosen ? (
        <ListField
          label={listLabel(providerName(provider.provider), container)}
          lists={unassigned(lists.data ?? [], stream)}
          value={values.external_id}
          error={missing("external_id", `Choose a ${container}`)}
          nothingFoundMessage={
            lists.isLoading
              ? "Loading…"
              : `No ${container} has this name. Test the connection to find new ones, or enter an ID.`
          }
          onChange={(external_id, name) => setValues({ ...values, external_id, name })}
        />
      ) : (
        <>
          <TextInput
            label={`ID of the ${container}`}
            autoComplete="off"
            value={values.external_id}
            error={missing("external_id", `Enter the ${container}'s ID`)}
            onChange={({ currentTarget: { value } }) =>
              setValues({ ...values, external_id: value })
            }
          />
          <TextInput
            label="Name"
            autoComplete="off"
            value={values.name}
            error={missing("name", "Enter a name")}
            onChange={({ currentTarget: { value } }) => setValues({ ...values, name: value })}
          />
        </>
      )}
      <Select
        label="Project"
        placeholder="Type to find"
        searchable
        {...projects}
        value={values.project_id || null}
        error={missing("project_id", "Choose a project")}
        onChange={(id) => setValues({ ...values, project_id: id ?? "" })}
      />
      <Button type="submit" size="sm" variant="default" loading={assign.isPending}>
        Assign {container}
      </Button>
      {canChoose && (
        <Button
          className={classes.other}
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            setById(!isById);
            setValues({ ...empty, project_id: values.project_id });
            setChecked(false);
          }}
        >
          {isById ? `Choose a ${container}` : "Enter an ID instead"}
        </Button>
      )}
    </form>
  );
}

/** "ClickUp list"; for a vendor whose name ends with the word, such as Google Calendar, only the word. */
function listLabel(vendor: string, container: string): string {
  return vendor.toLowerCase().endsWith(` ${container}`)
    ? `${container.charAt(0).toUpperCase()}${container.slice(1)}`
    : `${vendor} ${container}`;
}

interface VendorList {
  external_id: string;
  name: string;
}

/** An assigned list is above the form, with a button that ends the assignment. */
function unassigned(lists: VendorList[], { scopes }: SyncStream): VendorList[] {
  const assignedIds = new Set(scopes.map(({ external_id }) => external_id));
  return lists.filter(({ external_id }) => !assignedIds.has(external_id));
}

/** The options that are shown at once: typing finds the others. */
const MAX_OPTIONS = 100;

function ListField(props: {
  label: string;
  lists: VendorList[];
  value: string;
  error: string | undefined;
  nothingFoundMessage: string;
  onChange: (externalId: string, name: string) => void;
}) {
  const { lists, value, onChange, ...others } = props;
  const uses = new Map<string, number>();
  for (const { name } of lists) uses.set(name, (uses.get(name) ?? 0) + 1);
  return (
    <Select
      {...others}
      placeholder="Type to find"
      searchable
      limit={MAX_OPTIONS}
      data={lists.map(({ external_id, name }) => ({
        value: external_id,
        // Two folders may have the same name.
        label: uses.get(name) === 1 ? name : `${name} (${external_id})`,
      }))}
      value={value || null}
      onChange={(id) => {
        const list = lists.find(({ external_id }) => external_id === id);
        onChange(list?.external_id ?? "", list?.name ?? "");
      }}
    />
  );
}
