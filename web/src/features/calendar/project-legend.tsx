import type { CalendarEvent } from "../../api/calendar-routes.ts";
import { projectColor } from "./project-color.ts";
import classes from "./project-legend.module.css";

/** The maximum number of projects in the legend. */
const MOST = 8;

/** The colors of the projects on the page, with their names. */
export function ProjectLegend({ events }: { events: readonly CalendarEvent[] }) {
  const names = new Map<string, string>();
  for (const { project } of events) if (project) names.set(project.id, project.name);
  if (names.size === 0) return null;
  const entries = [...names].sort(([, a], [, b]) => a.localeCompare(b)).slice(0, MOST);
  return (
    <ul className={classes.legend} aria-label="Projects by color">
      {entries.map(([id, name]) => (
        <li key={id}>
          <span className={classes.color} style={{ background: projectColor(id) }} aria-hidden />
          {name}
        </li>
      ))}
      {names.size > MOST && <li>and {names.size - MOST} more</li>}
    </ul>
  );
}
