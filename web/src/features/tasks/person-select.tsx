import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listState } from "../../ui/list-state.ts";
import { type PersonName, projectPeople } from "./queries.ts";

const NOBODY = "none";

interface Props extends Omit<SelectProps, "data" | "value" | "onChange"> {
  projectId: string;
  /** The current assignee, who may have left the project. */
  person: { id: string; name: string | null } | null;
  onChange: (person: PersonName | null) => void;
}

/** Chooses among the people who see a project, or no one. */
export function PersonSelect({ projectId, person, onChange, ...props }: Props) {
  const people = useQuery({ ...projectPeople(projectId), enabled: projectId !== "" });
  const options = people.data ?? [];
  const all =
    person && !options.some(({ id }) => id === person.id)
      ? [{ id: person.id, name: person.name ?? "Former colleague" }, ...options]
      : options;
  return (
    <Select
      searchable
      placeholder="Unassigned"
      {...listState(people, "No one with this name sees the project.")}
      limit={50}
      {...props}
      value={person?.id ?? null}
      data={[
        ...(person ? [{ value: NOBODY, label: "Unassigned" }] : []),
        ...all.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(id) => onChange(all.find((person) => person.id === id) ?? null)}
    />
  );
}
