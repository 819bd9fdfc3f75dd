import { Button } from "@mantine/core";
import { leads, useViewer } from "../../session/viewer.ts";
import { openAction } from "./open-action.ts";

/** The buttons beside the title of the portfolio. */
export function PortfolioActions() {
  const viewer = useViewer();
  if (!leads(viewer)) return null;
  return (
    <Button size="xs" onClick={() => openAction({ kind: "new-project" })}>
      New project
    </Button>
  );
}
