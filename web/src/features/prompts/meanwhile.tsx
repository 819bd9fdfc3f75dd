import { Alert, Text } from "@mantine/core";
import type { PromptVersion } from "../../api/routes.ts";
import { Instant } from "../../format/instant.tsx";
import { Diff } from "./diff.tsx";
import { wholeText } from "./words.ts";

interface Props {
  seen: PromptVersion | null;
  live: PromptVersion | null;
}

/** Somebody else moved the prompt: who, when, and what they changed. */
export function Meanwhile({ seen, live }: Props) {
  if (!live) return null;
  return (
    <Alert color="yellow" variant="light" role="alert" title="Another prompt went live meanwhile">
      <Text size="md" mb="xs">
        {live.created_by.name} made version {live.number} live, <Instant at={live.created_at} />.
        Nothing was changed by you. This is what they changed:
      </Text>
      <Diff
        before={seen ? wholeText(seen) : ""}
        after={wholeText(live)}
        label={`What changed up to version ${live.number}`}
      />
      <Text size="md" mt="xs">
        Yours is still here. Look at it against what is live now, then decide again.
      </Text>
    </Alert>
  );
}
