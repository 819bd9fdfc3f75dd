import { CloseButton, Drawer, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { hasStatus } from "../../api/service-error.ts";
import { BELOW_DIALOGS, useMovable } from "../../ui/movable.tsx";
import { Problem } from "../../ui/problem.tsx";
import { FindingDetail } from "./finding-detail.tsx";
import classes from "./open-finding.module.css";
import type { OnResolved } from "./resolution.tsx";
import type { useOpenFinding } from "./use-findings.ts";

interface Props {
  /** Key of the finding that is open; empty for none. */
  openKey: string;
  opened: ReturnType<typeof useOpenFinding>;
  isBeside: boolean;
  onClose: () => void;
  onResolved: OnResolved;
}

/** The open finding: beside the list if there is room, otherwise over it. */
export function OpenFinding({ openKey, opened, isBeside, onClose, onResolved }: Props) {
  const { content, outlet } = useMovable(
    openKey && <Content key={openKey} {...opened} onResolved={onResolved} />,
  );
  return (
    <>
      {content}
      {isBeside ? (
        <aside aria-label="Finding" className={classes.beside}>
          {openKey ? (
            <>
              <CloseButton
                className={classes.close}
                aria-label="Close the finding"
                onClick={onClose}
              />
              {outlet}
            </>
          ) : (
            <Text c="dimmed" pb="md">
              Choose a finding to see its evidence and how to settle it.
            </Text>
          )}
        </aside>
      ) : (
        <Drawer
          opened={openKey !== ""}
          onClose={onClose}
          position="right"
          size="min(100%, 520px)"
          title="Finding"
          zIndex={BELOW_DIALOGS}
          closeButtonProps={{ "aria-label": "Close the finding" }}
          transitionProps={{ duration: 150, exitDuration: 0 }}
          returnFocus={false}
        >
          <div data-page-keys>{outlet}</div>
        </Drawer>
      )}
    </>
  );
}

function Content({
  finding,
  query,
  onResolved,
}: ReturnType<typeof useOpenFinding> & { onResolved: OnResolved }) {
  if (finding) return <FindingDetail finding={finding} onResolved={onResolved} />;
  if (query.isError && !hasStatus(query.error, 404) && !hasStatus(query.error, 400)) {
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  }
  return query.isError ? <Gone /> : <DetailSkeleton />;
}

function Gone() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Title order={2} size="h1" ref={heading} tabIndex={-1} data-autofocus>
        Finding not found
      </Title>
      <Text mt="xs">Its cause has been fixed, or the address is wrong.</Text>
    </>
  );
}

function DetailSkeleton() {
  return (
    <Stack aria-busy="true" gap="md">
      <Skeleton height={28} width="70%" />
      <Skeleton height={48} />
      <Skeleton height={120} />
      <Skeleton height={160} />
    </Stack>
  );
}
