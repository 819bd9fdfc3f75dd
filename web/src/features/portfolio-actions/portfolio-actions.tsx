import { Button, Group } from "@mantine/core";
import { leads, useViewer } from "../../session/viewer.ts";
import { openAction } from "./open-action.ts";

/** The title line of the portfolio. */
export function PortfolioActions() {
  const viewer = useViewer();
  if (!leads(viewer)) return null;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" variant="default" onClick={() => openAction({ kind: "new-client" })}>
        New client
      </Button>
      <Button size="xs" variant="default" onClick={() => openAction({ kind: "new-account" })}>
        New account
      </Button>
    </Group>
  );
}
