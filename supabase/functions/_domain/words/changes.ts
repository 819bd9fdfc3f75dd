/** The wording of changes in projects. */
import type { Enums } from "../../_schema/database.types.ts";
import { wordOf } from "./format.ts";

/** A change as list_changes answers it, by the table that it is in. */
export type Change =
  | { table: "status_updates"; title: string; facts: { health: Enums<"project_health"> } }
  | { table: "tasks"; title: string; facts: { status: Enums<"task_status"> } }
  | {
      table: "projects";
      title: null;
      facts: {
        tier: Enums<"portfolio_tier"> | null;
        service_line: string | null;
        risk: Enums<"risk_level"> | null;
      };
    };

export function changeInWords(change: Change): string {
  switch (change.table) {
    case "status_updates":
      return `status ${wordOf(change.facts.health)}: ${change.title}`;
    case "tasks":
      return `task completed: ${change.title}`;
    case "projects": {
      const { tier, service_line, risk } = change.facts;
      return `classified as ${[tier, service_line, risk && `${risk} risk`].filter(Boolean).join(", ")}`;
    }
  }
}
