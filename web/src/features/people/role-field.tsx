import { Radio, Stack } from "@mantine/core";
import { roleLabels, roleMeanings } from "./labels.ts";
import type { PersonRole } from "./queries.ts";
import { roles } from "./search-params.ts";

interface Props {
  value: PersonRole;
  onChange: (role: PersonRole) => void;
  /** The current role, which is marked as such. */
  current?: PersonRole;
}

/** The four roles with their rights. */
export function RoleField({ value, onChange, current }: Props) {
  return (
    <Radio.Group label="Role" value={value} onChange={(chosen) => onChange(chosen as PersonRole)}>
      <Stack gap="xs" mt={4}>
        {roles.map((role) => (
          <Radio
            key={role}
            size="md"
            value={role}
            label={role === current ? `${roleLabels[role]} (current)` : roleLabels[role]}
            description={roleMeanings[role]}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
