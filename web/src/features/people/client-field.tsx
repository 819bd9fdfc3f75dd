import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Problem } from "../../ui/problem.tsx";
import { clients } from "./queries.ts";

interface Props {
  value: string | null;
  onChange: (clientId: string | null) => void;
  error?: string;
  /** In a popover, which a press outside closes. */
  isCompact?: boolean;
}

/** Chooses the client of a contact. */
export function ClientField({ value, onChange, error, isCompact = false }: Props) {
  const query = useQuery(clients);
  if (query.isError && !query.data) {
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  }
  return (
    <Select
      label="Client"
      placeholder="Search clients"
      searchable
      limit={50}
      nothingFoundMessage="No client has this name."
      data={(query.data ?? [])
        .filter((client) => !client.archived_at)
        .map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      error={error}
      comboboxProps={{ transitionProps: { duration: 0 }, withinPortal: !isCompact }}
    />
  );
}
