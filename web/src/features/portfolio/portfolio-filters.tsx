import { Chip, Group, NativeSelect } from "@mantine/core";
import { SearchField } from "../../shell/search-field.tsx";
import { statusLabels } from "./labels.ts";
import classes from "./portfolio-filters.module.css";
import {
  type Grouping,
  groupings,
  type PortfolioSearch,
  type SortKey,
  sortKeys,
  statuses,
  statusesIn,
} from "./search.ts";

const groupingLabels: Record<Grouping, string> = {
  client: "By client",
  account: "By account",
  status: "By status",
  lead: "By lead",
  none: "Not grouped",
};

const sortLabels: Record<SortKey, string> = {
  name: "Name",
  status: "Status",
  health: "Health",
  lead: "Lead",
  burn: "Burn",
  open: "Open tasks",
  activity: "Last activity",
  due: "Due",
};

interface Props {
  search: PortfolioSearch;
  onChange: (next: Partial<PortfolioSearch>) => void;
  /** Cards have no column heads to sort by. */
  withSort: boolean;
}

export function PortfolioFilters({ search, onChange, withSort }: Props) {
  return (
    <div className={classes.filters}>
      <SearchField
        className={classes.search}
        label="Search projects"
        value={search.q}
        onChange={(q) => onChange({ q })}
      />
      <Chip.Group
        multiple
        value={statusesIn(search.status)}
        onChange={(chosen) => onChange({ status: chosen.join(",") })}
      >
        <Group gap={4} role="group" aria-label="Status" className={classes.chips}>
          {statuses.map((status) => (
            <Chip key={status} value={status} size="xs" variant="outline">
              {statusLabels[status]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Group gap={8} className={classes.selects} wrap="nowrap">
        <NativeSelect
          size="xs"
          aria-label="Group"
          value={search.group}
          onChange={(event) => onChange({ group: event.currentTarget.value as Grouping })}
          data={groupings.map((value) => ({ value, label: groupingLabels[value] }))}
        />
        {withSort && (
          <NativeSelect
            size="xs"
            aria-label="Sort"
            value={`${search.sort} ${search.dir}`}
            onChange={(event) => {
              const [sort, dir] = event.currentTarget.value.split(" ");
              onChange({ sort: sort as SortKey, dir: dir as PortfolioSearch["dir"] });
            }}
            data={sortKeys.flatMap((key) => [
              { value: `${key} asc`, label: `${sortLabels[key]} ↑` },
              { value: `${key} desc`, label: `${sortLabels[key]} ↓` },
            ])}
          />
        )}
      </Group>
    </div>
  );
}
