import { Checkbox, NativeSelect } from "@mantine/core";
import { inboxSorts } from "../../../../supabase/functions/_domain/approvals/words.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import filterClasses from "../../ui/filters.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import { CardFilters } from "./card-filters.tsx";
import type { InboxSearch, InboxSort } from "./search-params.ts";

const sortLabels: Record<InboxSort, string> = {
  stakes: "Highest stakes",
  due: "Due first",
  oldest: "Oldest first",
};

interface Props {
  search: InboxSearch;
  onChange: (next: Partial<InboxSearch>) => void;
}

export function InboxFilters({ search, onChange }: Props) {
  const decides = leads(useViewer());
  return (
    <CardFilters search={search} onChange={onChange}>
      <SearchField
        className={filterClasses.search}
        label="Search cards"
        value={search.q}
        onChange={(q) => onChange({ q })}
      />
      <NativeSelect
        size="xs"
        aria-label="Sort"
        value={search.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as InboxSort })}
        data={inboxSorts
          .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
          .map((value) => ({ value, label: sortLabels[value] }))}
      />
      {decides && (
        <Checkbox
          size="xs"
          label="Assigned to me"
          checked={search.mine}
          onChange={(event) => onChange({ mine: event.currentTarget.checked })}
        />
      )}
    </CardFilters>
  );
}

const order = Object.keys(sortLabels);
