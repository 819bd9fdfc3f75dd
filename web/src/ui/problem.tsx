import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { explain } from "../api/service-error.ts";

/** The failure, what was not lost, and a way to try again. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const { title, detail } = explain(error);
  return (
    <Alert color="red" variant="light" role="alert" title={title} icon={<IconAlertTriangle />}>
      <Stack gap="sm" align="flex-start">
        <Text size="md">{detail}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
