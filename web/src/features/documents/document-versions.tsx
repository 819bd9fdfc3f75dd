import { ActionIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { DownloadIcon } from "lucide-react";
import { peopleNames } from "../../entities/person/queries.ts";
import { Instant } from "../../format/instant.tsx";
import { formatBytes } from "../../format/numbers.ts";
import { Problem } from "../../ui/problem.tsx";
import classes from "./document-versions.module.css";
import { useDownload } from "./download.ts";
import { StatusLabel } from "./labels.tsx";
import type { Document } from "./queries.ts";

/** Every upload of a document, newest first, with its uploader, time, result and file. */
export function DocumentVersions({ document }: { document: Document }) {
  const names = useQuery(peopleNames).data;
  const download = useDownload(document.id);
  return (
    <>
      {download.error && <Problem error={download.error} />}
      <ol className={classes.versions} reversed>
        {document.versions.map((upload) => (
          <li key={upload.version} className={classes.version}>
            <div className={classes.head}>
              <b>Version {upload.version}</b>
              {upload.version === document.indexed_version && !document.archived_at && (
                <span className={classes.quiet}>shown to readers</span>
              )}
            </div>
            {upload.status !== "awaiting_upload" && !document.archived_at && (
              <ActionIcon
                className={classes.download}
                variant="default"
                size={30}
                aria-label={`Download version ${upload.version}`}
                title={`Download ${upload.file_name}`}
                loading={download.isPending && download.variables === upload.version}
                onClick={() => download.mutate(upload.version)}
              >
                <DownloadIcon size={16} aria-hidden />
              </ActionIcon>
            )}
            <div className={classes.file}>
              {upload.file_name}, {formatBytes(upload.size_bytes)}
            </div>
            <div className={classes.quiet}>
              {upload.uploaded_by ? (names?.get(upload.uploaded_by) ?? "Someone") : "Someone"},{" "}
              <Instant at={upload.created_at} />
            </div>
            {!document.archived_at && <StatusLabel progress={upload} />}
            {upload.failure_reason && <p className={classes.reason}>{upload.failure_reason}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}
