import {
  Alert,
  Anchor,
  Button,
  Drawer,
  Group,
  Skeleton,
  Text,
  VisuallyHidden,
} from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import { hasStatus } from "../../api/service-error.ts";
import type { TaskPanel as Panel } from "../../api/task-routes.ts";
import { Problem } from "../../ui/problem.tsx";
import { changeTask } from "./change-task.ts";
import { PanelComments } from "./panel-comments.tsx";
import { PanelFields } from "./panel-fields.tsx";
import { PanelHistory } from "./panel-history.tsx";
import { PanelSubtasks } from "./panel-subtasks.tsx";
import { taskPanel } from "./queries.ts";
import { TaskLink } from "./task-link.tsx";
import classes from "./task-panel.module.css";

interface Props {
  id: string;
  /** Whether a dialog is over the panel. */
  isCovered: boolean;
  onClose: () => void;
}

/** The panel of a task on any page: it covers the right side of the page, or all of it on a phone. */
export default function TaskPanel({ id, isCovered, onClose }: Props) {
  const isNarrow = useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
  const panel = useQuery(taskPanel(id));
  const close = () => {
    // Leaving a field saves it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
  };
  return (
    <Drawer
      opened
      onClose={close}
      closeOnEscape={!isCovered}
      trapFocus={!isCovered}
      position="right"
      size={isNarrow ? "100%" : 600}
      title={<ProjectAndParent panel={panel.data} />}
      returnFocus={false}
      closeButtonProps={{ "aria-label": "Close the task" }}
      transitionProps={{ duration: 0 }}
      classNames={{ header: classes.header ?? "", title: classes.context ?? "" }}
    >
      {content(panel, close)}
    </Drawer>
  );
}

function content(panel: ReturnType<typeof useQuery<Panel>>, close: () => void): ReactNode {
  if (hasStatus(panel.error, 404)) {
    return (
      <div role="status">
        <Text mb="sm">
          There is no such task, or you can't see its project. Ask a lead to add you to the project.
        </Text>
        <Button size="xs" variant="default" onClick={close}>
          Close
        </Button>
      </div>
    );
  }
  if (panel.isError && !panel.data) {
    return <Problem error={panel.error} retry={() => void panel.refetch()} />;
  }
  if (!panel.data) {
    return (
      <div aria-busy="true">
        <Skeleton height={32} mb="md" />
        <Skeleton height={220} mb="md" />
        <Skeleton height={160} />
      </div>
    );
  }
  return (
    <>
      <State panel={panel.data} />
      <PanelFields panel={panel.data} />
      {!panel.data.task.parent && <PanelSubtasks panel={panel.data} />}
      <PanelComments panel={panel.data} />
      <PanelHistory panel={panel.data} />
    </>
  );
}

function ProjectAndParent({ panel }: { panel: Panel | undefined }) {
  if (!panel) return <>Task</>;
  const { title, project, parent } = panel.task;
  return (
    <>
      <VisuallyHidden>{title}: </VisuallyHidden>
      <Anchor
        inherit
        c="dimmed"
        renderRoot={(props) => (
          <Link to="/projects/$projectId" params={{ projectId: project.id }} {...props} />
        )}
      >
        {project.name}
      </Anchor>
      {parent && (
        <>
          {" / "}
          <TaskLink id={parent.id} className={classes.parent}>
            {parent.title}
          </TaskLink>
        </>
      )}
    </>
  );
}

/** Why some fields, or all of them, can't be changed here. */
function State({ panel: { task, can_edit, locked_fields } }: { panel: Panel }) {
  if (!can_edit) {
    return (
      <Alert color="gray" mb="md" title="The project is archived">
        Restore the project to change its tasks.
      </Alert>
    );
  }
  return (
    <>
      {task.managed_by && locked_fields.length > 0 && (
        <Alert color="gray" mb="md" title={`Managed by ${providerName(task.managed_by)}`}>
          Change the labels, comments and subtasks here. The other fields are read-only; change them
          in {providerName(task.managed_by)}.
        </Alert>
      )}
      {task.archived_at && (
        <Alert color="yellow" variant="light" mb="md" title="This task is archived">
          <Group justify="space-between" gap="sm">
            It is hidden from lists and can't be changed.
            <Button
              size="xs"
              variant="default"
              disabled={locked_fields.includes("is_archived")}
              onClick={() => void changeTask(task, { is_archived: false }, { archived_at: null })}
            >
              Restore task
            </Button>
          </Group>
        </Alert>
      )}
    </>
  );
}
