import type { CSSProperties } from "react";
import type { CalendarEvent } from "../../api/calendar-routes.ts";
import { formatTimes } from "../../format/dates.ts";
import { useViewer } from "../../session/viewer.ts";
import classes from "./event-row.module.css";
import { projectNameOf } from "./event-words.ts";
import { projectColor } from "./project-color.ts";

interface Props {
  event: CalendarEvent;
  onOpen: (event: CalendarEvent) => void;
}

/** An event as a line of a list. */
export function EventRow({ event, onOpen }: Props) {
  const viewer = useViewer();
  const { project, title, status, is_all_day } = event;
  const color = project ? ({ "--project": projectColor(project.id) } as CSSProperties) : undefined;
  return (
    <button
      type="button"
      className={classes.row}
      style={color}
      aria-haspopup="dialog"
      onClick={() => onOpen(event)}
    >
      <span className={classes.time}>{is_all_day ? "All day" : formatTimes(event)}</span>
      <span className={classes.title}>
        {title}
        {status === "tentative" && " (tentative)"}
      </span>
      <span className={classes.project}>{projectNameOf(event, viewer)}</span>
    </button>
  );
}
