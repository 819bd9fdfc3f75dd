import { Skeleton, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Problem } from "../../ui/problem.tsx";

interface Props<Row> {
  query: UseQueryResult<Row>;
  children: (row: Row) => ReactNode;
}

/** Waits for the row that a form starts from. */
export function Loaded<Row>({ query, children }: Props<Row>) {
  if (query.data !== undefined) return <Opened>{children(query.data)}</Opened>;
  if (query.isError) return <Problem error={query.error} retry={() => void query.refetch()} />;
  return (
    <Stack gap="lg" pb="lg" aria-busy="true">
      <Skeleton height={52} />
      <Skeleton height={52} />
      <Skeleton height={96} />
    </Stack>
  );
}

/** Takes the focus, because the dialog looked for its first field too early. */
function Opened({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.querySelector<HTMLElement>("[role=dialog] [data-autofocus]")?.focus();
  }, []);
  return children;
}
