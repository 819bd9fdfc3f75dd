import { Alert, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { PromptVersion } from "../../api/routes.ts";
import { Instant } from "../../format/instant.tsx";
import { Diff } from "./diff.tsx";
import { wholeText } from "./words.ts";

interface Props {
  baseline: PromptVersion | null;
  live: PromptVersion | null;
}

/** A change that another person made to the prompt in the meantime. */
export function Meanwhile({ baseline, live }: Props) {
  const alert = useRef<HTMLDivElement>(null);
  // The button that was pressed is disabled or gone.
  useEffect(() => alert.current?.focus(), []);
  if (!live) return null;
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      color="yellow"
      variant="light"
      role="alert"
      title="Another prompt went live in the meantime"
    >
      <Text size="md" mb="xs">
        {live.created_by.name} made version {live.number} live, <Instant at={live.created_at} />.
        Your change wasn't saved. Their changes:
      </Text>
      <Diff
        before={baseline ? wholeText(baseline) : ""}
        after={wholeText(live)}
        label={`Changes up to version ${live.number}`}
      />
      <Text size="md" mt="xs">
        Your text is still here. Compare it with the live prompt, then decide again.
      </Text>
    </Alert>
  );
}
