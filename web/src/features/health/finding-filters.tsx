import { NativeSelect, SegmentedControl, Select } from "@mantine/core";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";
import { formatCount } from "../../format/numbers.ts";
import classes from "./finding-filters.module.css";
import { countIn, type Rule, totalIn } from "./findings-view.ts";
import { groupings, type HealthSearch, severities, shownStates } from "./search-params.ts";
import { groupingLabels, severityLabels, shownStateLabels } from "./words.ts";

/** Projects offered at a time; a few letters find the others. */
const OFFERED_PROJECTS = 50;

interface Props {
  rules: Rule[];
  search: HealthSearch;
  onChange: (next: Partial<HealthSearch>) => void;
}

export function FindingFilters({ rules, search, onChange }: Props) {
  const projects = useProjectChoices(search.project);
  const matchingRules = search.code ? rules.filter((rule) => rule.code === search.code) : rules;
  return (
    <div className={classes.filters}>
      <SegmentedControl
        size="xs"
        aria-label="State"
        className={classes.states}
        value={search.state}
        onChange={(state) => onChange({ state: state as HealthSearch["state"] })}
        data={shownStates.map((value) => ({
          value,
          label: (
            <>
              {shownStateLabels[value]}{" "}
              <span className={classes.count}>{formatCount(totalIn(matchingRules, value))}</span>
            </>
          ),
        }))}
        transitionDuration={120}
      />
      <NativeSelect
        size="xs"
        aria-label="Rule"
        className={classes.rule}
        value={search.code}
        onChange={(event) => onChange({ code: event.currentTarget.value })}
        data={[
          { value: "", label: "All rules" },
          ...rules.map((rule) => ({
            value: rule.code,
            label: `${rule.title} (${formatCount(countIn(rule, search.state))})`,
          })),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label="Severity"
        value={search.severity}
        onChange={(event) =>
          onChange({ severity: event.currentTarget.value as HealthSearch["severity"] })
        }
        data={[
          { value: "", label: "All severities" },
          ...severities.map((value) => ({ value, label: severityLabels[value] })),
        ]}
      />
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
        aria-label="Group"
        value={search.group}
        onChange={(event) =>
          onChange({ group: event.currentTarget.value as HealthSearch["group"] })
        }
        data={groupings.map((value) => ({ value, label: groupingLabels[value] }))}
      />
    </div>
  );
}
