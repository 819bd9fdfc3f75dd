import type { CSSProperties } from "react";
import type { CalendarEvent } from "../../api/calendar-routes.ts";
import { formatTime, formatTimes } from "../../format/dates.ts";
import { useViewer } from "../../session/viewer.ts";
import classes from "./event-block.module.css";
import { projectNameOf } from "./event-words.ts";
import { projectColor } from "./project-color.ts";

interface Props {
  event: CalendarEvent;
  isOpen: boolean;
  /** The number of lines of text that fit. */
  lines?: number;
  onOpen: (event: CalendarEvent) => void;
}

/** An event in a grid: its time, its title, and its project in words beside the color. */
export function EventBlock({ event, isOpen, lines = 1, onOpen }: Props) {
  const { title, project, status, is_all_day } = event;
  const style = {
    ...(project && { "--project": projectColor(project.id) }),
    // The last line is for the project.
    "--title-lines": Math.max(lines - 1, 1),
  } as CSSProperties;
  const name = projectNameOf(event, useViewer());
  return (
    <button
      type="button"
      className={classes.event}
      style={style}
      data-open={isOpen}
      data-matched={project !== null}
      data-short={lines === 1}
      aria-expanded={isOpen}
      aria-haspopup="dialog"
      title={`${is_all_day ? "All day" : formatTimes(event)} ${title} (${name})`}
      onClick={() => onOpen(event)}
    >
      <span className={classes.title}>
        {!is_all_day && (
          <>
            <span className="visually-hidden">{formatTimes(event)} </span>
            <span className={classes.time} aria-hidden>
              {formatTime(event.starts_at)}{" "}
            </span>
          </>
        )}
        {title}
        {status === "tentative" && " (tentative)"}
      </span>
      <span className={classes.project}>{name}</span>
    </button>
  );
}
