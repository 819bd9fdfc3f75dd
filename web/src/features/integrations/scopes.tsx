import { Button, Select, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type IntegrationActionInput,
  integrationAction,
  type SyncStream,
} from "../../api/integration-routes.ts";
import { projectSummaries } from "../../entities/project/queries.ts";
import { administers, useViewer } from "../../session/viewer.ts";
import { AppLink } from "../../ui/app-link.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import classes from "./integrations.module.css";
import { useIntegrationAction } from "./use-integration-action.ts";
import { containerOf } from "./words.ts";

interface Props {
  provider: string;
  stream: SyncStream;
  onDone: () => void;
}

/** The vendor's lists and the projects that they belong to. */
export function Scopes({ provider, stream, onDone }: Props) {
  const mayChange = administers(useViewer());
  const unassign = useIntegrationAction((_, action) => {
    const scope = assignmentOf(stream, action);
    if (!scope) return;
    notifyUndoable(`${scope.name} is unassigned. Its records stay and can be changed here.`, () =>
      integrationAction({
        action: "set_scope",
        stream_id: stream.id,
        external_id: scope.external_id,
        name: scope.name,
        project_id: scope.project_id,
      }),
    );
    onDone();
  });
  if (!mayChange && stream.scopes.length === 0) return null;
  return (
    <div>
      <Title order={4} size="h3">
        Assigned to projects
      </Title>
      {stream.scopes.length > 0 && (
        <ul className={classes.rows} aria-label="Assigned to projects">
          {stream.scopes.map((scope) => (
            <li key={scope.id} className={classes.row}>
              <div>
                <div>
                  {scope.name} <span className={classes.quiet}>({scope.external_id})</span>
                </div>
                <AppLink to={`/projects/${scope.project_id}`}>{scope.project_name}</AppLink>
              </div>
              {mayChange && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Unassign ${scope.name}`}
                  disabled={unassign.isPending}
                  onClick={() =>
                    unassign.mutate({
                      action: "set_scope",
                      stream_id: stream.id,
                      external_id: scope.external_id,
                      name: scope.name,
                      project_id: null,
                    })
                  }
                >
                  Unassign
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && <AssignForm provider={provider} stream={stream} />}
    </div>
  );
}

/** The former assignment of the changed list. */
function assignmentOf(stream: SyncStream, action: IntegrationActionInput) {
  if (action.action !== "set_scope") return undefined;
  return stream.scopes.find(({ external_id }) => external_id === action.external_id);
}

const empty = { external_id: "", name: "", project_id: "" };

function AssignForm({ provider, stream }: Pick<Props, "provider" | "stream">) {
  const container = containerOf(provider);
  const projects = useQuery(projectSummaries);
  const [values, setValues] = useState(empty);
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
  const missing = (field: keyof typeof empty, problem: string) =>
    isChecked && !values[field].trim() ? problem : undefined;
  return (
    <form
      noValidate
      className={classes.assign}
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
      <TextInput
        label={`ID of the ${container}`}
        autoComplete="off"
        value={values.external_id}
        error={missing("external_id", `Enter the ${container}'s ID`)}
        onChange={({ currentTarget: { value } }) => setValues({ ...values, external_id: value })}
      />
      <TextInput
        label="Name"
        autoComplete="off"
        value={values.name}
        error={missing("name", "Enter a name")}
        onChange={({ currentTarget: { value } }) => setValues({ ...values, name: value })}
      />
      <Select
        label="Project"
        placeholder="Type to find"
        searchable
        data={(projects.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={values.project_id || null}
        error={missing("project_id", "Choose a project")}
        nothingFoundMessage={
          projects.isError ? "The list couldn't be loaded" : "There is no such project"
        }
        onChange={(id) => setValues({ ...values, project_id: id ?? "" })}
      />
      <Button type="submit" size="sm" variant="default" loading={assign.isPending}>
        Assign {container}
      </Button>
    </form>
  );
}
