import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { leads, useViewer } from "../../session/viewer.ts";
import { openAction } from "../portfolio-actions/open-action.ts";

export function NoProjects() {
  const viewer = useViewer();
  return (
    <Stack gap="sm" py="xl" align="flex-start" maw={520}>
      <Title order={2}>No projects yet</Title>
      {leads(viewer) ? (
        <>
          <Text size="lg">
            Here you will see every project with its hours, open tasks and health. Create the first
            one, or start with a file from the tool you use today: a preview shows every change
            before it is made.
          </Text>
          <Group gap="xs">
            <Button onClick={() => openAction({ kind: "new-project" })}>New project</Button>
            <Button component={Link} to="/import" variant="default">
              Import a portfolio
            </Button>
          </Group>
        </>
      ) : (
        <Text size="lg">
          Here you will see the projects you are a member of. Ask a lead of your organization to add
          you to one.
        </Text>
      )}
    </Stack>
  );
}

export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Text py="xl" c="dimmed" role="status">
      No project matches this search.{" "}
      <Anchor component="button" type="button" onClick={onClear}>
        Clear the filters
      </Anchor>
    </Text>
  );
}
