import { Button, Chip, Fieldset, Group, NativeSelect, Popover, Stack } from "@mantine/core";
import { healthLabels, noneLabels, riskLabels, tierLabels } from "../../entities/project/labels.ts";
import classes from "../../ui/filters.module.css";
import type { Props } from "./more-filters.tsx";
import {
  healthChoices,
  NONE,
  namedIn,
  noFilters,
  riskChoices,
  tierChoices,
} from "./search-params.ts";

/** The filters that few people need, under their button. */
export default function OpenedFilters(props: Props & { onClose: () => void }) {
  const { projects, search, onChange, onClose } = props;
  const leads = new Map(
    projects.flatMap(({ lead_id, lead_name }) =>
      lead_id && lead_name ? [[lead_id, lead_name] as const] : [],
    ),
  );
  const services = [...new Set(projects.flatMap(({ service_line }) => service_line ?? []))];

  return (
    <Popover opened onDismiss={onClose} position="bottom-start" width={360} trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.anchor}
          tabIndex={-1}
          aria-hidden
          onClick={onClose}
        >
          Filters
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <Stack gap="sm">
          <Choices
            name="Health"
            values={healthChoices}
            labels={{ ...healthLabels, none: noneLabels.health }}
            selection={search.health}
            onChange={(health) => onChange({ health })}
          />
          <Choices
            name="Risk"
            values={riskChoices}
            labels={{ ...riskLabels, none: noneLabels.risk }}
            selection={search.risk}
            onChange={(risk) => onChange({ risk })}
          />
          <Choices
            name="Tier"
            values={tierChoices}
            labels={{ ...tierLabels, none: noneLabels.tier }}
            selection={search.tier}
            onChange={(tier) => onChange({ tier })}
          />
          <NativeSelect
            size="xs"
            label="Lead"
            value={search.lead}
            onChange={(event) => onChange({ lead: event.currentTarget.value })}
            data={[
              { value: "", label: "Anyone" },
              ...byLabel([...leads].map(([value, label]) => ({ value, label }))),
              { value: NONE, label: noneLabels.lead },
            ]}
          />
          <NativeSelect
            size="xs"
            label="Service line"
            value={search.service}
            onChange={(event) => onChange({ service: event.currentTarget.value })}
            data={[
              { value: "", label: "Any" },
              ...byLabel(services.map((value) => ({ value, label: value }))),
              { value: NONE, label: noneLabels.service },
            ]}
          />
          <Button size="xs" variant="default" onClick={() => onChange(noFilters)}>
            Clear all filters
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function byLabel(choices: { value: string; label: string }[]) {
  return choices.sort((a, b) => a.label.localeCompare(b.label));
}

interface ChoicesProps<Value extends string> {
  name: string;
  values: readonly Value[];
  labels: Record<Value, string>;
  selection: string;
  onChange: (list: string) => void;
}

function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { name, values, labels, selection, onChange } = props;
  return (
    <Fieldset variant="unstyled" legend={name} classNames={{ legend: classes.legend }}>
      <Chip.Group
        multiple
        value={namedIn(selection, values)}
        onChange={(next) => onChange(next.join(","))}
      >
        <Group gap={4} mt={4}>
          {values.map((value) => (
            <Chip key={value} value={value} size="xs" variant="outline">
              {labels[value]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Fieldset>
  );
}
