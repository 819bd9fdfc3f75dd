import { Anchor, Button, Stack, Text, Title } from "@mantine/core";
import type { HealthAnswer } from "../../api/routes.ts";
import { Instant } from "../../format/instant.tsx";
import { countOf } from "../../format/numbers.ts";
import { openAction } from "../portfolio-actions/open-action.ts";
import { totalIn } from "./findings-view.ts";
import { type HealthSearch, shownStates } from "./search-params.ts";
import { shownStateLabels } from "./words.ts";

interface Props {
  health: HealthAnswer;
  search: HealthSearch;
  onChange: (next: Partial<HealthSearch>) => void;
}

/** Whether the organization has no project to check, and neither a finding nor a settled one. */
export function isEmpty({ board, counts }: HealthAnswer): boolean {
  return board.project_count === 0 && shownStates.every((state) => totalIn(counts, state) === 0);
}

export function NothingToCheck() {
  return (
    <Stack gap="xs" py="xl" maw={560} align="flex-start" role="status">
      <Title order={2}>Nothing to check yet</Title>
      <Text size="lg">
        This page lists what needs attention in your projects: an exceeded budget, a late task, a
        project without a lead, a status that is missing. It checks every project that is planned,
        active or on hold. Create the first one.
      </Text>
      <Button onClick={() => openAction({ kind: "new-project" })}>New project</Button>
    </Stack>
  );
}

/** An empty list: the completed checks, and those that could not run. */
export function NothingFound({ health, search, onChange }: Props) {
  const { board, open_items, counts, computed_at } = health;
  const isNarrowed = search.code !== "" || search.severity !== "" || search.project !== "";
  const unverified = totalIn(counts, "unverified");
  return (
    <Stack gap="xs" py="xl" maw={560} align="flex-start" role="status">
      <Title order={2}>
        {isNarrowed
          ? "No findings match these filters"
          : `No ${search.state === "unsettled" ? "" : `${shownStateLabels[search.state].toLowerCase()} `}findings`}
      </Title>
      <Text size="lg">
        Budgets, due dates, leads, statuses, tasks and hours of{" "}
        {countOf(board.project_count, "project")} and {countOf(open_items.open, "open task")} were
        checked <Instant at={computed_at} />
        {search.project === "" && ", along with imports and clients"}.
      </Text>
      {search.state === "open" && unverified > 0 && (
        <Text>
          Some checks couldn't run because data is missing:{" "}
          <Anchor
            component="button"
            type="button"
            onClick={() => onChange({ state: "unverified" })}
          >
            {countOf(unverified, "unverified finding")}
          </Anchor>
          .
        </Text>
      )}
      {open_items.unverified > 0 && (
        <Text c="dimmed">
          {countOf(open_items.unverified, "open task has", "open tasks have")} no recorded activity.
        </Text>
      )}
      {isNarrowed && (
        <Anchor
          component="button"
          type="button"
          onClick={() => onChange({ code: "", severity: "", project: "" })}
        >
          Clear the filters
        </Anchor>
      )}
    </Stack>
  );
}
