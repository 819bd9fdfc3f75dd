import { Button, Title } from "@mantine/core";
import { integrationAction, type Provider, type SyncStream } from "../../api/integration-routes.ts";
import { administers, useViewer } from "../../session/viewer.ts";
import { AppLink } from "../../ui/app-link.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { AssignForm, assignmentOf } from "./assign-form.tsx";
import classes from "./integrations.module.css";
import { useIntegrationAction } from "./use-integration-action.ts";

interface Props {
  provider: Provider;
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
  const isAmbiguous = (name: string) =>
    stream.scopes.filter((scope) => scope.name === name).length > 1;
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
                  {scope.name}
                  {isAmbiguous(scope.name) && (
                    <span className={classes.quiet}> ({scope.external_id})</span>
                  )}
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
