import { Chip, Group, NativeSelect } from "@mantine/core";
import filters from "../../ui/filters.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import { roleLabels, stateLabels } from "./labels.ts";
import {
  namedIn,
  type PeopleSearch,
  roles,
  type SortKey,
  sortKeys,
  states,
} from "./search-params.ts";

const sortLabels: Record<SortKey, string> = {
  name: "Name",
  role: "Role",
  state: "State",
  projects: "Projects",
  leads: "Projects led",
};

interface Props {
  search: PeopleSearch;
  onChange: (next: Partial<PeopleSearch>) => void;
  /** Cards have no column headers to sort by. */
  withSort: boolean;
}

export function PeopleFilters({ search, onChange, withSort }: Props) {
  return (
    <div className={filters.filters}>
      <SearchField
        className={filters.search}
        label="Search people"
        value={search.q}
        onChange={(q) => onChange({ q })}
      />
      <Chips
        label="Role"
        names={roles}
        labels={roleLabels}
        value={search.role}
        onChange={(role) => onChange({ role })}
      />
      <Chips
        label="State"
        names={states}
        labels={stateLabels}
        value={search.state}
        onChange={(state) => onChange({ state })}
      />
      {withSort && (
        <NativeSelect
          size="xs"
          aria-label="Sort"
          value={`${search.sort} ${search.dir}`}
          onChange={(event) => {
            const [sort, dir] = event.currentTarget.value.split(" ");
            onChange({ sort: sort as SortKey, dir: dir as PeopleSearch["dir"] });
          }}
          data={sortKeys.flatMap((key) => [
            { value: `${key} asc`, label: `${sortLabels[key]} ↑` },
            { value: `${key} desc`, label: `${sortLabels[key]} ↓` },
          ])}
        />
      )}
    </div>
  );
}

interface ChipsProps<Name extends string> {
  label: string;
  names: readonly Name[];
  labels: Record<Name, string>;
  /** Names separated by commas. */
  value: string;
  onChange: (value: string) => void;
}

function Chips<Name extends string>({ label, names, labels, value, onChange }: ChipsProps<Name>) {
  return (
    <Chip.Group
      multiple
      value={namedIn(value, names)}
      onChange={(choices) => onChange(choices.join(","))}
    >
      <Group gap={4} role="group" aria-label={label}>
        {names.map((name) => (
          <Chip key={name} value={name} size="xs" variant="outline">
            {labels[name]}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
