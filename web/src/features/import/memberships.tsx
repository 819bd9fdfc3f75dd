import { Anchor, Box, Group, NativeSelect, Text, Title } from "@mantine/core";
import type { ImportMapping } from "../../api/routes.ts";
import { countOf } from "../../format/numbers.ts";
import { usePagedRows } from "../../supabase/paged-rows.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { ExportMenu } from "../../ui/data-table/export-menu.tsx";
import { useDataTable } from "../../ui/data-table/use-data-table.ts";
import { useSort } from "../../ui/data-table/use-sort.ts";
import classes from "./plan.module.css";
import { type ImportedMembership, readMemberships } from "./queries.ts";

type Choice = NonNullable<ImportMapping["memberships"]>;

const choices: Record<Choice, string> = {
  new: "People added by the import",
  all: "Everyone in the file",
  none: "No one",
};

/** The heading of the list. */
const LIST = "memberships";

interface ChooseProps {
  choice: Choice;
  /** The number of new memberships. */
  count: number;
  isBusy: boolean;
  onChange: (choice: Choice) => void;
}

/** The people who become members of the projects of their tasks or hours. Another choice creates another preview. */
export function ChooseMemberships({ choice, count, isBusy, onChange }: ChooseProps) {
  return (
    <Box mb="md">
      <NativeSelect
        size="sm"
        maw={420}
        label="New project members"
        description="The file gives people tasks, hours or memberships in projects. Choose who becomes a member of those projects and can see them. People added by the import see them once they accept an invitation."
        value={choice}
        disabled={isBusy}
        onChange={(event) => onChange(event.currentTarget.value as Choice)}
        data={Object.entries(choices).map(([value, label]) => ({ value, label }))}
      />
      {count > 0 && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          mt={4}
          onClick={() => document.getElementById(LIST)?.focus()}
        >
          Review {countOf(count, "new membership")}
        </Anchor>
      )}
    </Box>
  );
}

const columns: Column<ImportedMembership>[] = [
  {
    id: "project_name",
    label: "Project",
    sort: "asc",
    isNamed: true,
    width: 240,
    value: ({ project_name }) => project_name,
  },
  {
    id: "person_name",
    label: "Person",
    sort: "asc",
    isMain: true,
    value: ({ person_name }) => person_name,
  },
];

interface Props {
  runId: string;
  count: number;
  /** Not applied yet. */
  isPlanned?: boolean;
}

/** The people who see a project through an import; nothing if there are none. */
export function Memberships({ runId, count, isPlanned = false }: Props) {
  return count > 0 ? <MembershipList runId={runId} count={count} isPlanned={isPlanned} /> : null;
}

function MembershipList({ runId, count, isPlanned }: Required<Props>) {
  const sort = useSort<"project_name" | "person_name">("project_name");
  const order = { sort: sort.key, dir: sort.direction };
  const rows = usePagedRows<ImportedMembership>({
    key: ["import-memberships", runId, order],
    read: (from, to) => readMemberships(runId, order, from, to),
  });
  const table = useDataTable({
    label: "Project members",
    fileName: "import-memberships",
    columns,
    rows,
    rowId: ({ project_id, person_id }) => `${project_id} ${person_id}`,
    sort,
  });
  return (
    <section aria-labelledby={LIST} className={classes.memberships}>
      <Title order={2} id={LIST} mb={4} tabIndex={-1} className={classes.anchored}>
        {isPlanned ? "Who will see which project" : "Who sees which project through this import"}
      </Title>
      <Group justify="space-between" mb="xs">
        <Text size="sm" c="dimmed">
          {countOf(count, "membership")}. Undoing the import removes {count === 1 ? "it" : "them"}.
        </Text>
        <ExportMenu table={table} />
      </Group>
      <DataTable table={table} />
    </section>
  );
}
