import { Button, Skeleton } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { useEffect } from "react";
import { Problem } from "./problem.tsx";

interface Props {
  isLoading: boolean;
  error: unknown;
  load: () => void;
}

/** The end of the loaded rows: scrolling near it loads more. */
export function LoadMore({ isLoading, error, load }: Props) {
  const { ref, entry } = useIntersection({ rootMargin: "600px" });
  const isNear = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isNear && !isLoading && !error) load();
  }, [isNear, isLoading, error, load]);
  if (error) return <Problem error={error} retry={load} />;
  return (
    <div ref={ref}>
      {isLoading ? (
        <Skeleton height={64} my="xs" />
      ) : (
        <Button size="xs" variant="default" my="xs" onClick={load}>
          Show more
        </Button>
      )}
    </div>
  );
}
