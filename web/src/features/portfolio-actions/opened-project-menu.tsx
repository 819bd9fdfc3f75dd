import { Menu } from "@mantine/core";
import { MessageSquarePlusIcon, PencilIcon, SlidersHorizontalIcon } from "lucide-react";
import type { Ref } from "react";
import { leads, useViewer } from "../../session/viewer.ts";
import { type ActionRequest, openAction } from "./open-action.ts";
import classes from "./project-menu.module.css";
import type { Project } from "./project-menu.tsx";

const icon = { size: 16, strokeWidth: 1.6, "aria-hidden": true };

/** The menu of a project, over the button that opened it. */
export default function OpenedProjectMenu(props: { project: Project; onClose: () => void }) {
  const { project, onClose } = props;
  const viewer = useViewer();
  const open =
    (kind: Extract<ActionRequest, { projectId: string }>["kind"] | "post-status") => () =>
      openAction({ kind, projectId: project.id, about: project.name });
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-end"
      width={180}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <Anchor name={`Actions for ${project.name}`} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<MessageSquarePlusIcon {...icon} />} onClick={open("post-status")}>
          Post status
        </Menu.Item>
        {leads(viewer) && (
          <>
            <Menu.Item leftSection={<PencilIcon {...icon} />} onClick={open("edit-project")}>
              Edit project
            </Menu.Item>
            <Menu.Item leftSection={<SlidersHorizontalIcon {...icon} />} onClick={open("classify")}>
              Classify project
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The position and name of the menu; the button announces the rest itself. */
function Anchor({ ref, id, name }: { ref?: Ref<HTMLSpanElement>; id?: string; name: string }) {
  return (
    <span ref={ref} id={id} className={classes.anchor} aria-hidden>
      {name}
    </span>
  );
}
