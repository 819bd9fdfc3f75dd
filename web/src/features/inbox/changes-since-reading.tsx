import type { Approval } from "../../api/approval-routes.ts";
import { ChangeList } from "./change-list.tsx";
import { changesBetween } from "./changes.ts";
import { InZoneOfEvent } from "./moment.tsx";

/** The changes that another person made to a card after its reader saw it. */
export function ChangesSinceReading({ before, current }: { before: Approval; current: Approval }) {
  const changes = changesBetween(current.kind, before.payload, current.payload);
  if (changes.length === 0) return null;
  return (
    <InZoneOfEvent approval={current}>
      <ChangeList changes={changes} sides={["You saw", "Now"]} />
    </InZoneOfEvent>
  );
}
