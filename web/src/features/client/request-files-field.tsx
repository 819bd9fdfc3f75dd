import { Button, FileButton, Group, Progress, Text } from "@mantine/core";
import { useId } from "react";
import { formatBytes, formatPercent } from "../../format/numbers.ts";
import { acceptedEndings } from "../documents/file-types.ts";
import classes from "./portal.module.css";
import { isUploading, type RequestUpload } from "./request-uploads.ts";

interface Props {
  uploads: readonly RequestUpload[];
  onAdd: (files: File[]) => void;
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
}

/** The files of a request, each with its progress or problem. */
export function RequestFilesField({ uploads, onAdd, onRetry, onRemove }: Props) {
  const hintId = useId();
  const buttonId = useId();
  return (
    <div className={classes.more}>
      {uploads.length > 0 && (
        <ul className={classes.files} aria-label="Files">
          {uploads.map((upload) => (
            <li key={upload.key} className={classes.file}>
              <span className={classes.text}>{upload.file.name}</span>
              <Group gap={4} wrap="nowrap">
                {upload.problem && !upload.isRefused && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Try again: ${upload.file.name}`}
                    onClick={() => {
                      onRetry(upload.key);
                      document.getElementById(buttonId)?.focus();
                    }}
                  >
                    Try again
                  </Button>
                )}
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Remove ${upload.file.name}`}
                  onClick={() => {
                    onRemove(upload.key);
                    document.getElementById(buttonId)?.focus();
                  }}
                >
                  Remove
                </Button>
              </Group>
              <Text
                size="sm"
                className={classes.wide}
                {...(upload.problem ? { c: "var(--cs-bad)", role: "alert" } : { c: "dimmed" })}
              >
                {stateInWords(upload)}
              </Text>
              {isUploading(upload) && (
                <Progress
                  className={classes.wide}
                  size="sm"
                  value={(100 * upload.sentBytes) / upload.file.size}
                  aria-label={`Progress of ${upload.file.name}`}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <FileButton multiple accept={acceptedEndings} onChange={onAdd}>
        {(props) => (
          <Button {...props} id={buttonId} variant="default" aria-describedby={hintId}>
            Attach files
          </Button>
        )}
      </FileButton>
      <Text id={hintId} size="sm" c="dimmed" mt={4}>
        Up to 5 files, each at most 25 MiB: PDF, Office, text, CSV, email, calendar or transcript.
      </Text>
    </div>
  );
}

function stateInWords({ file, sentBytes, fileId, problem }: RequestUpload): string {
  if (problem) return problem;
  if (fileId) return `Uploaded, ${formatBytes(file.size)}`;
  return `Uploading ${formatPercent(sentBytes / file.size)}`;
}
