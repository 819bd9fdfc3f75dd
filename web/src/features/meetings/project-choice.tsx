import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { projectSummaries } from "../../entities/project/queries.ts";

interface Props {
  label: string;
  value: string | null;
  onChange: (projectId: string | null) => void;
}

/** A project that is not archived, chosen by its name. */
export function ProjectChoice({ label, value, onChange }: Props) {
  const projects = useQuery(projectSummaries);
  const options = (projects.data ?? []).flatMap(({ id, name, client_name }) =>
    id && name ? [{ value: id, label: `${name} (${client_name})` }] : [],
  );
  return (
    <Select
      label={label}
      placeholder="Choose a project"
      data={options}
      value={value}
      onChange={onChange}
      searchable
      maw={360}
    />
  );
}
