import { EllipsisIcon } from "lucide-react";
import { useRef, useState } from "react";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import classes from "./project-menu.module.css";

// Loaded when the first one opens.
const OpenedProjectMenu = lazyPart(() => import("./opened-project-menu.tsx"));

export type Project = Pick<ProjectSummary, "id" | "name">;

/**
 * The actions of a row or card besides opening its project. Until it is pressed it is a plain button: a long list has
 * hundreds, and a menu behind each would slow scrolling down.
 */
export function ProjectMenu({ project }: { project: Project }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <span className={classes.wrapper}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={`Actions for ${project.name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onFocus={() => void OpenedProjectMenu.preload()}
        onClick={() => setOpen(true)}
      >
        <EllipsisIcon size={16} aria-hidden />
      </button>
      {isOpen && <OpenedProjectMenu project={project} onClose={close} />}
    </span>
  );
}
