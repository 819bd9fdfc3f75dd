import { Title } from "@mantine/core";
import type { HoursChange } from "../../api/time-routes.ts";
import { formatDay } from "../../format/dates.ts";
import { Instant } from "../../format/instant.tsx";
import { formatExactHours } from "../../format/numbers.ts";
import classes from "./time-page.module.css";

const inHours = (value: unknown) => `${formatExactHours(Number(value))} h`;

const verbs: Record<string, string> = {
  "time_entry.created": "added",
  "time_entry.deleted": "deleted",
  "time_entry.restored": "restored",
};

const names: Record<string, string> = {
  project_id: "the project",
  task_id: "the task",
  note: "the note",
};

/** "changed 3 h to 2 h and the note". */
function inWords({ code, hours, fields }: HoursChange): string {
  const verb = verbs[code];
  if (verb) return hours === null ? `${verb} an entry` : `${verb} ${inHours(hours)}`;
  const parts = Object.entries(fields).flatMap(([field, { from, to }]) => {
    if (field === "hours") return `${inHours(from)} to ${inHours(to)}`;
    if (field === "spent_on") return `the day from ${formatDay(String(from))}`;
    return names[field] ?? [];
  });
  return `changed ${parts.length > 0 ? parts.join(" and ") : "an entry"}`;
}

/** Changes to these hours by other people. */
export function Corrections({ changes }: { changes: HoursChange[] }) {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="corrections" className={classes.corrections}>
      <Title order={2} id="corrections">
        Changes by other people
      </Title>
      <ul>
        {changes.map((change) => (
          <li key={change.id}>
            <strong>{change.by?.name ?? "A lead"}</strong> {inWords(change)} on{" "}
            {change.project.name}
            {change.spent_on && `, ${formatDay(change.spent_on)}`}.{" "}
            <span className={classes.moment}>
              <Instant at={change.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
