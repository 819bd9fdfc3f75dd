import type { Card } from "../../api/approval-routes.ts";
import { formatBytes } from "../../format/numbers.ts";
import { AppLink } from "../../ui/app-link.tsx";
import { RequestFileLink } from "../client/request-file-link.tsx";
import classes from "./card-view.module.css";

/** The files that a client attached to the request behind a card. */
export function CardFiles({ files, approval }: Pick<Card, "approval"> & { files: Files }) {
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="card-files">
      <h3 id="card-files">Files from the client ({files.length})</h3>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            {file.is_changed ? (
              file.name
            ) : file.document_id ? (
              <AppLink to={`/documents/${file.document_id}`} underline="always">
                {file.name}
              </AppLink>
            ) : (
              <RequestFileLink id={file.id} name={file.name} />
            )}{" "}
            <span className={classes.quiet}>{stateInWords(file)}</span>
          </li>
        ))}
      </ul>
      {(approval.status === "pending" || approval.status === "approved") && (
        <p className={classes.quiet}>
          Open the files before you decide. Executing the card adds them to the documents of the
          project; rejecting it leaves them out.
        </p>
      )}
    </section>
  );
}

type Files = NonNullable<Card["files"]>;

function stateInWords({ size_bytes, is_changed }: Files[number]): string {
  if (is_changed) return "The stored file differs from the one sent. Ask the client for it again.";
  return formatBytes(size_bytes);
}
