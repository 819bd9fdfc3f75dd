import { NativeSelect, Select } from "@mantine/core";
import type { ReactNode } from "react";
import {
  approvalKindLabels,
  approvalKinds,
} from "../../../../supabase/functions/_domain/words/approvals.ts";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";
import filterClasses from "../../ui/filters.module.css";
import classes from "./card-filters.module.css";
import type { CardSearch } from "./search-params.ts";

/** Projects offered at a time; a few letters find the others. */
const OFFERED_PROJECTS = 50;

interface Props {
  search: CardSearch;
  onChange: (next: Partial<CardSearch>) => void;
  children?: ReactNode;
}

export function CardFilters({ search, onChange, children }: Props) {
  const projects = useProjectChoices(search.project);
  return (
    <div className={`${filterClasses.filters} ${classes.filters}`}>
      {children}
      <NativeSelect
        size="xs"
        aria-label="Kind"
        value={search.kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value as CardSearch["kind"] })}
        data={[
          { value: "", label: "All kinds" },
          ...approvalKinds.map((value) => ({ value, label: approvalKindLabels[value] })),
        ]}
      />
      <Select
        size="xs"
        aria-label="Project"
        placeholder="All projects"
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Show all projects", "aria-hidden": false, tabIndex: 0 }}
        limit={OFFERED_PROJECTS}
        value={search.project || null}
        onChange={(project) => onChange({ project: project ?? "" })}
        {...projects}
      />
    </div>
  );
}
