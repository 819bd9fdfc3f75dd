import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";

// The library that compares is read when something is compared.
const PromptDiff = lazy(() => import("./prompt-diff.tsx"));

export function Diff(props: { before: string; after: string; label: string }) {
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <PromptDiff {...props} />
    </Suspense>
  );
}
