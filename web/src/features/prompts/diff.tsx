import { Skeleton } from "@mantine/core";
import { FailedAlert, lazyPart } from "../../ui/lazy-part.tsx";

// The library that compares texts loads with the first comparison.
const PromptDiff = lazyPart(() => import("./prompt-diff.tsx"), {
  waiting: () => <Skeleton height={120} />,
  failed: FailedAlert,
});

export function Diff(props: { before: string; after: string; label: string }) {
  return <PromptDiff {...props} />;
}
