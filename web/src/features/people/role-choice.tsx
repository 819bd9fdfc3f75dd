import { Alert, Stack } from "@mantine/core";
import { TriangleAlertIcon } from "lucide-react";
import { useState } from "react";
import type { PersonChange } from "../../api/routes.ts";
import { useViewer } from "../../session/viewer.ts";
import { ClientField } from "./client-field.tsx";
import { ConfirmChange, type DoneChange } from "./confirm-change.tsx";
import { roleLabels, roleNouns } from "./labels.ts";
import type { PersonRole, PersonRow } from "./queries.ts";
import { RoleField } from "./role-field.tsx";

interface Props {
  person: PersonRow;
  /** For a popover: the roles as one field. */
  isCompact?: boolean;
  onCancel: () => void;
  onDone: (done: DoneChange) => void;
}

/** Chooses another role, with the consequences below the choice. */
export function RoleChoice({ person, isCompact = false, onCancel, onDone }: Props) {
  const viewer = useViewer();
  const [role, setRole] = useState<PersonRole>(person.role);
  const [clientId, setClientId] = useState(person.client_id);
  const change = changeTo(person, role, clientId);
  const isStepDown = person.id === viewer.id && role !== "admin";
  return (
    <Stack gap="md">
      <RoleField value={role} onChange={setRole} current={person.role} isCompact={isCompact} />
      {role === "client" && (
        <ClientField value={clientId} onChange={setClientId} isCompact={isCompact} />
      )}
      <ConfirmChange
        person={person}
        change={change}
        confirm={`Change to ${roleLabels[role].toLowerCase()}`}
        isGrave={isStepDown}
        typed={isStepDown ? person.name : undefined}
        onCancel={onCancel}
        onDone={onDone}
        warning={
          isStepDown && (
            <Alert
              color="red"
              variant="light"
              icon={<TriangleAlertIcon />}
              title="You are removing your own admin rights"
            >
              You will not be able to undo this: another admin has to make you an admin again. As{" "}
              {roleNouns[role]}, you can no longer invite or manage people.
            </Alert>
          )
        }
      />
    </Stack>
  );
}

/** Null if nothing would change, or if the client is missing. */
function changeTo(
  person: PersonRow,
  role: PersonRole,
  clientId: string | null,
): PersonChange | null {
  if (role !== "client") return role === person.role ? null : { to: "role", role };
  if (!clientId || (person.role === "client" && person.client_id === clientId)) return null;
  return { to: "role", role, client_id: clientId };
}
