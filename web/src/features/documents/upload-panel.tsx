import { Button, Group, Progress, Title, VisuallyHidden } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import {
  CircleCheckIcon,
  CircleDotDashedIcon,
  CircleXIcon,
  HourglassIcon,
  UploadIcon,
} from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Labelled } from "../../ui/labelled.tsx";
import { isOnItsWay, type Upload, type UploadPhase } from "./upload.ts";
import classes from "./upload-panel.module.css";
import { uploadInWords, uploadsInWords } from "./upload-words.ts";
import {
  cancelUpload,
  forgetEndedUploads,
  retryUpload,
  useUploads,
  watchUploads,
} from "./uploads.ts";
import { percentOf } from "./words.ts";

/** The uploads of this window and their results. */
export function UploadPanel() {
  const uploads = useUploads();
  useEffect(watchUploads, []);
  const finishedUploads = uploads.filter((upload) => !isOnItsWay(upload));
  return (
    <>
      <VisuallyHidden role="status">{uploadsInWords(uploads)}</VisuallyHidden>
      {uploads.length > 0 && (
        <section aria-labelledby="uploads" className={classes.panel}>
          <Group justify="space-between" mb={4}>
            <Title order={2} id="uploads" tabIndex={-1}>
              Uploads
            </Title>
            {finishedUploads.length > 0 && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                onClick={() => {
                  forgetEndedUploads();
                  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
                }}
              >
                Clear finished
              </Button>
            )}
          </Group>
          <ul className={classes.list}>
            {uploads.map((upload) => (
              <UploadLine key={upload.key} upload={upload} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

const phaseIcons: Record<UploadPhase, ReactNode> = {
  waiting: <HourglassIcon {...icon} />,
  sending: <UploadIcon {...icon} color="var(--cs-accent)" />,
  paused: <HourglassIcon {...icon} />,
  reading: <CircleDotDashedIcon {...icon} color="var(--cs-accent)" />,
  published: <CircleCheckIcon {...icon} color="var(--cs-good)" />,
  failed: <CircleXIcon {...icon} color="var(--cs-bad)" />,
  cancelled: <CircleXIcon {...icon} />,
};

function UploadLine({ upload }: { upload: Upload }) {
  const { key, title, phase, documentId, reason } = upload;
  const now = useSecondsWhile(phase === "paused");
  const percent = percentInBar(upload);
  return (
    <li className={classes.upload} data-phase={phase}>
      <span className={classes.title}>
        {documentId && phase !== "cancelled" ? (
          <Link to="/documents/$documentId" params={{ documentId }}>
            {title}
          </Link>
        ) : (
          title
        )}
      </span>
      <span className={classes.state}>
        <Labelled icon={phaseIcons[phase]}>{uploadInWords(upload, now)}</Labelled>
      </span>
      <Group gap={4} wrap="nowrap" className={classes.actions}>
        {isOnItsWay(upload) && phase !== "reading" && (
          <LineButton label={`Cancel ${title}`} onClick={() => cancelUpload(key)}>
            Cancel
          </LineButton>
        )}
        {(phase === "failed" || phase === "cancelled") && (
          <LineButton label={`Try again: ${title}`} onClick={() => retryUpload(key)}>
            Try again
          </LineButton>
        )}
      </Group>
      {percent !== null && (
        <Progress
          className={classes.bar}
          size="xs"
          value={percent}
          aria-label={`Progress of ${title}`}
          transitionDuration={150}
        />
      )}
      {reason && <p className={classes.reason}>{reason}</p>}
    </li>
  );
}

interface ButtonProps {
  label: string;
  onClick: () => void;
  children: string;
}

/** The focus stays in the line: if the focused button disappears, the next one takes it. */
function LineButton({ label, onClick, children }: ButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={label}
      onClick={(event) => {
        const line = event.currentTarget.closest("li");
        onClick();
        requestAnimationFrame(() => {
          const next = line?.querySelector<HTMLElement>("button") ?? null;
          (next ?? document.getElementById("uploads"))?.focus({ preventScroll: true });
        });
      }}
    >
      {children}
    </Button>
  );
}

/** Progress within the current step; null if there is no bar to fill. */
function percentInBar({ phase, sentBytes, file, progress }: Upload): number | null {
  if (phase === "sending") return percentOf(sentBytes, file.size);
  if (phase !== "reading") return null;
  return progress ? percentOf(progress.progress_done, progress.progress_total) : 0;
}

/** The current time, updated every second while it is needed. */
function useSecondsWhile(isWaiting: boolean): number {
  const [now, setNow] = useState(Date.now);
  const { start, stop } = useInterval(() => setNow(Date.now()), 1000);
  useEffect(() => {
    if (isWaiting) start();
    return stop;
  }, [isWaiting, start, stop]);
  return now;
}
