import { NativeSelect, Select, TextInput } from "@mantine/core";
import { sourceKinds } from "../../../../supabase/functions/_domain/approvals/words.ts";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";
import classes from "./search-filters.module.css";
import { isBackwards, type KnowledgeSearch } from "./search-params.ts";
import { sourceKindPlurals } from "./source-words.ts";

/** Projects offered at a time; a few letters find the others. */
const OFFERED_PROJECTS = 50;

interface Props {
  search: KnowledgeSearch;
  onChange: (next: Partial<KnowledgeSearch>) => void;
}

export function SearchFilters({ search, onChange }: Props) {
  const projects = useProjectChoices(search.project);
  const isWrong = isBackwards(search);
  return (
    <div className={classes.filters}>
      <Select
        size="xs"
        aria-label="Project"
        className={classes.project}
        placeholder="All projects"
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Show all projects", "aria-hidden": false, tabIndex: 0 }}
        limit={OFFERED_PROJECTS}
        value={search.project || null}
        onChange={(project) => onChange({ project: project ?? "" })}
        {...projects}
      />
      <NativeSelect
        size="xs"
        aria-label="Kind"
        value={search.kind}
        onChange={(event) =>
          onChange({ kind: event.currentTarget.value as KnowledgeSearch["kind"] })
        }
        data={[
          { value: "", label: "All kinds" },
          ...sourceKinds.map((value) => ({ value, label: sourceKindPlurals[value] })),
        ]}
      />
      <span className={classes.days}>
        <TextInput
          size="xs"
          type="date"
          label="From"
          value={search.from}
          max={search.to || undefined}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
        <TextInput
          size="xs"
          type="date"
          label="To"
          value={search.to}
          min={search.from || undefined}
          error={isWrong}
          aria-describedby={isWrong ? "days-are-backwards" : undefined}
          onChange={(event) => onChange({ to: event.currentTarget.value })}
        />
      </span>
    </div>
  );
}
