import { Text } from "@mantine/core";
import classes from "./status-words.module.css";

interface Status {
  summary: string;
  risks: string | null;
  next_steps: string | null;
}

/** A status in full, as its author wrote it. */
export function StatusWords({ status }: { status: Status }) {
  return (
    <div className={classes.words}>
      <Text size="lg">{status.summary}</Text>
      {status.risks && (
        <Text>
          <span className={classes.label}>Risks</span> {status.risks}
        </Text>
      )}
      {status.next_steps && (
        <Text>
          <span className={classes.label}>Next steps</span> {status.next_steps}
        </Text>
      )}
    </div>
  );
}
