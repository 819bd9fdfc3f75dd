import { Alert, Button, Stack, Text } from "@mantine/core";
import { TriangleAlertIcon } from "lucide-react";
import { explain, hasStatus } from "../api/service-error.ts";
import { NotLoaded } from "./lazy-part.tsx";
import { useOutage } from "./outage.ts";

/** Reports a failure and that nothing was lost, with a button that tries again. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const { title, detail } = explain(error);
  // A write without an answer is reported where it was sent; missing data is reported once.
  const isMissing = hasStatus(error, 0) && retry !== undefined;
  const { isReporting, retryAll } = useOutage(retry ?? (() => {}), { isMissing });
  if (isMissing && retry && !isReporting) return <NotLoaded retry={retry} />;
  return (
    <Alert color="red" variant="light" role="alert" title={title} icon={<TriangleAlertIcon />}>
      <Stack gap="sm" align="flex-start">
        <Text size="md">{detail}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={isMissing ? retryAll : retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
