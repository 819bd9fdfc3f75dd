import { IconLock } from "@tabler/icons-react";
import { Labelled } from "../../shell/labelled.tsx";

/** On what only admins and leads see. */
export function RestrictedLabel() {
  return (
    <span title="Only admins and leads see this">
      <Labelled icon={<IconLock size={16} stroke={1.8} aria-hidden />}>Restricted</Labelled>
    </span>
  );
}
