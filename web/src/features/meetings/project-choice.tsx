import { Select } from "@mantine/core";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";

interface Props {
  label: string;
  value: string | null;
  onChange: (projectId: string | null) => void;
}

/** A project that is not archived, chosen by its name. */
export function ProjectChoice({ label, value, onChange }: Props) {
  const projects = useProjectChoices(
    value ?? "",
    ({ name, client_name }) => `${name} (${client_name})`,
  );
  return (
    <Select
      label={label}
      placeholder="Choose a project"
      value={value}
      onChange={onChange}
      searchable
      maw={360}
      {...projects}
    />
  );
}
