import { Anchor, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { HealthLabel } from "../../entities/project/badges.tsx";
import { Instant } from "../../format/instant.tsx";
import { useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { openAction } from "../portfolio-actions/open-action.ts";
import { earlierTexts } from "./queries.ts";
import classes from "./status-history.module.css";
import { StatusWords } from "./status-words.tsx";

const CORRECTION_MS = 24 * 60 * 60_000;

interface PostedStatus {
  id: string;
  author_id: string;
  created_at: string;
  corrected_at: string | null;
}

/** Lets the author correct a status within its first day, and shows its earlier texts. */
export function StatusHistory({ status }: { status: PostedStatus }) {
  const viewer = useViewer();
  const isOpenToCorrect =
    status.author_id === viewer.id && Date.now() < Date.parse(status.created_at) + CORRECTION_MS;
  return (
    <>
      {isOpenToCorrect && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => openAction({ kind: "correct-status", statusId: status.id })}
        >
          Correct status
        </Anchor>
      )}
      {status.corrected_at && <EarlierTexts id={status.id} correctedAt={status.corrected_at} />}
    </>
  );
}

function EarlierTexts({ id, correctedAt }: { id: string; correctedAt: string }) {
  const [isOpen, setOpen] = useState(false);
  const earlier = useQuery({ ...earlierTexts(id), enabled: isOpen });
  return (
    <details
      className={classes.history}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        Edited <Instant at={correctedAt} />
      </summary>
      {earlier.isError && <Problem error={earlier.error} retry={() => void earlier.refetch()} />}
      {isOpen && earlier.isPending && <Skeleton height={48} mt="xs" />}
      <ol className={classes.versions} reversed aria-label="Earlier versions">
        {earlier.data?.map((version) => (
          <li key={version.version}>
            <HealthLabel health={version.health} />{" "}
            <Text component="span" size="sm" c="dimmed">
              Version {version.version}, <Instant at={version.written_at} />
            </Text>
            <StatusWords status={version} />
          </li>
        ))}
      </ol>
    </details>
  );
}
