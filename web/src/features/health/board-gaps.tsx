import type { HealthAnswer } from "../../api/routes.ts";
import { countOf } from "../../format/numbers.ts";
import { AppLink } from "../../ui/app-link.tsx";
import classes from "./health-summary.module.css";

type Board = HealthAnswer["board"];

const missingLabels: Record<Board["gaps"][number]["missing"][number], string> = {
  tasks: "no tasks",
  lead: "no lead",
  task_owners: "open tasks without an assignee",
  recent_activity: "no recent activity",
  recent_status: "no recent status",
};

/** The projects behind the incomplete figures. */
export function BoardGaps({ board }: { board: Board }) {
  const count = board.gaps.length + board.gaps_left_out;
  if (count === 0) return null;
  return (
    <details className={classes.gaps}>
      <summary>{countOf(count, "project has gaps", "projects have gaps")}</summary>
      <ul>
        {board.gaps.map(({ project_id, name, missing }) => (
          <li key={project_id}>
            <AppLink to={`/projects/${project_id}`}>{name}</AppLink>
            <div className={classes.quiet}>
              {missing.map((gap) => missingLabels[gap]).join(", ")}
            </div>
          </li>
        ))}
      </ul>
      {board.gaps_left_out > 0 && (
        <p className={classes.quiet}>
          {countOf(board.gaps_left_out, "more project is", "more projects are")} not listed.
        </p>
      )}
    </details>
  );
}
