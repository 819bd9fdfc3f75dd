import { Menu } from "@mantine/core";
import { IconAdjustments, IconDots, IconMessagePlus, IconPencil } from "@tabler/icons-react";
import { type Ref, useRef, useState } from "react";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { type ActionRequest, openAction } from "./open-action.ts";
import classes from "./project-menu.module.css";

const icon = { size: 16, stroke: 1.6, "aria-hidden": true };

type Project = Pick<ProjectSummary, "id" | "name">;

/**
 * The actions of a row or card besides opening its project. A plain button until somebody presses it: a long
 * list has hundreds, and a menu behind each would make scrolling stall.
 */
export function ProjectMenu({ project }: { project: Project }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <span className={classes.place}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={`Actions for ${project.name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <IconDots size={16} aria-hidden />
      </button>
      {isOpen && <OpenMenu project={project} onClose={close} />}
    </span>
  );
}

function OpenMenu({ project, onClose }: { project: Project; onClose: () => void }) {
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
        <Menu.Item leftSection={<IconMessagePlus {...icon} />} onClick={open("post-status")}>
          Post status
        </Menu.Item>
        {leads(viewer) && (
          <>
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={open("edit-project")}>
              Edit
            </Menu.Item>
            <Menu.Item leftSection={<IconAdjustments {...icon} />} onClick={open("classify")}>
              Classify
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
