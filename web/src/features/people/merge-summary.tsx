import { List, Text } from "@mantine/core";
import type { ChangePreview } from "../../api/routes.ts";
import { countOf, formatExactHours } from "../../format/numbers.ts";

type Merge = NonNullable<ChangePreview["merge"]>;

/** All that a merge moves, line by line. */
function linesOf(merge: Merge): string[] {
  const counts: [number, string, string?][] = [
    [merge.tasks, "task"],
    [merge.led_projects, "project they lead", "projects they lead"],
    [merge.memberships, "membership"],
    [merge.status_updates, "status update"],
    [merge.earlier_merges, "entry merged before", "entries merged before"],
    [merge.invitations, "open invitation"],
  ];
  const lines = counts.flatMap(([count, one, many]) => (count ? [countOf(count, one, many)] : []));
  if (merge.time_entries > 0) {
    const entries = countOf(merge.time_entries, "time entry", "time entries");
    lines.unshift(`${entries} (${formatExactHours(merge.hours)} h)`);
  }
  if (merge.gives_email) lines.push("The email");
  return lines;
}

export function MergeSummary({ merge }: { merge: Merge }) {
  const lines = linesOf(merge);
  return (
    <section aria-label="Work that moves">
      <Text fw={600} size="sm" mb="xs">
        Moves to {merge.survivor.name}
      </Text>
      {lines.length === 0 ? (
        <Text size="md">Nothing: this entry has no work.</Text>
      ) : (
        <List size="md" spacing={4}>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      {merge.shared_memberships > 0 && (
        <Text size="md" mt="xs">
          Both are members of {countOf(merge.shared_memberships, "project")}: only one membership of
          each remains.
        </Text>
      )}
    </section>
  );
}
