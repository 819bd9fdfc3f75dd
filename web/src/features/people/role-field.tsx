import { NativeSelect, Radio, Stack } from "@mantine/core";
import { roleLabels, roleMeanings } from "./labels.ts";
import type { PersonRole } from "./queries.ts";
import { roles } from "./search-params.ts";

interface Props {
  value: PersonRole;
  onChange: (role: PersonRole) => void;
  /** The current role, which is marked as such. */
  current?: PersonRole;
  /** One field, with the rights of only the chosen role. */
  isCompact?: boolean;
}

/** The four roles with their rights. */
export function RoleField({ value, onChange, current, isCompact = false }: Props) {
  const nameOf = (role: PersonRole) =>
    role === current ? `${roleLabels[role]} (current)` : roleLabels[role];
  if (isCompact) {
    return (
      <NativeSelect
        data-autofocus
        label="Role"
        description={roleMeanings[value]}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as PersonRole)}
        data={roles.map((role) => ({ value: role, label: nameOf(role) }))}
      />
    );
  }
  return (
    <Radio.Group label="Role" value={value} onChange={(choice) => onChange(choice as PersonRole)}>
      <Stack gap="xs" mt={4}>
        {roles.map((role) => (
          <Radio
            key={role}
            size="md"
            value={role}
            label={nameOf(role)}
            description={roleMeanings[role]}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
