import { Chip, Group, NativeSelect, SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { statusLabels } from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import classes from "../../ui/filters.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import { MoreFilters } from "./more-filters.tsx";
import {
  type Grouping,
  groupings,
  type Layout,
  namedIn,
  type PortfolioSearch,
  type SortKey,
  sortKeys,
  statuses,
} from "./search-params.ts";

const groupingLabels: Record<Grouping, string> = {
  client: "By client",
  account: "By account",
  status: "By status",
  lead: "By lead",
  risk: "By risk",
  tier: "By tier",
  none: "Not grouped",
};

const sortLabels: Record<SortKey, string> = {
  name: "Name",
  status: "Status",
  health: "Health",
  risk: "Risk",
  tier: "Tier",
  lead: "Lead",
  burn: "Burn",
  open: "Open tasks",
  activity: "Last activity",
  due: "Due",
};

interface Props {
  projects: ProjectSummary[];
  search: PortfolioSearch;
  onChange: (next: Partial<PortfolioSearch>) => void;
  /** A phone shows cards, whatever the URL contains. */
  isNarrow: boolean;
  actions: ReactNode;
}

export function PortfolioFilters({ projects, search, onChange, isNarrow, actions }: Props) {
  return (
    <div className={classes.filters}>
      <SearchField
        className={classes.search}
        label="Search projects"
        value={search.q}
        onChange={(q) => onChange({ q })}
      />
      <Group gap={4}>
        <Chip.Group
          multiple
          value={namedIn(search.status, statuses)}
          onChange={(choices) => onChange({ status: choices.join(",") })}
        >
          <Group role="group" aria-label="Status" className={classes.choices ?? ""}>
            {statuses.map((status) => (
              <Chip key={status} value={status} size="xs" variant="outline">
                {statusLabels[status]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Chip
          size="xs"
          variant="outline"
          checked={search.mine === "1"}
          onChange={(isOn) => onChange({ mine: isOn ? "1" : "" })}
        >
          Mine
        </Chip>
        <MoreFilters projects={projects} search={search} onChange={onChange} />
      </Group>
      <Group gap={8} className={classes.selects}>
        <NativeSelect
          size="xs"
          aria-label="Group"
          value={search.group}
          onChange={(event) =>
            onChange({ group: event.currentTarget.value as Grouping, closed: "" })
          }
          data={groupings.map((value) => ({ value, label: groupingLabels[value] }))}
        />
        {(isNarrow || search.view === "board") && (
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
        {!isNarrow && (
          <SegmentedControl
            size="xs"
            aria-label="View"
            value={search.view}
            onChange={(view) => onChange({ view: view as Layout })}
            data={[
              { value: "table", label: "Table" },
              { value: "board", label: "Board" },
            ]}
          />
        )}
        {actions}
      </Group>
    </div>
  );
}
