import type { ReactNode } from "react";
import table from "../../ui/data-table/data-table.module.css";
import { Editable, TextField } from "../../ui/data-table/editable.tsx";
import { changeClient } from "./change-client.ts";
import classes from "./client-cells.module.css";
import type { ListedClient } from "./clients-view.ts";

interface Props {
  row: ListedClient;
  /** Only admins and leads change clients and accounts. */
  mayEdit: boolean;
}

/** The name of a client or account: the link to its page, and a field for another name. */
export function NameCell({ row, mayEdit, link }: Props & { link: ReactNode }) {
  return (
    <Editable
      name="Name"
      of={row.name}
      isFixed={!mayEdit}
      isLink
      value={link}
      editor={(close) => (
        <TextField
          label={`Name of ${row.name}`}
          value={row.name}
          maxLength={200}
          problemIn={(text) => (text ? undefined : "Enter a name.")}
          save={(name) =>
            void changeClient(row, { name }, row.client ? "Account renamed." : "Client renamed.")
          }
          close={close}
        />
      )}
    />
  );
}

export function WebsiteCell({ row, mayEdit }: Props) {
  const { website } = row;
  return (
    <Editable
      name="Website"
      of={row.name}
      isFixed={!mayEdit}
      isLink={website !== null}
      value={
        website ? (
          <a className={classes.website} href={website} target="_blank" rel="noreferrer">
            {nameOf(website)}
          </a>
        ) : (
          <span className={table.quiet}>No website</span>
        )
      }
      editor={(close) => (
        <TextField
          label={`Website of ${row.name}`}
          value={website ?? ""}
          type="url"
          maxLength={500}
          problemIn={problemInWebsite}
          save={(text) => void changeClient(row, { website: text || null }, "Website saved.")}
          close={close}
        />
      )}
    />
  );
}

function problemInWebsite(text: string): string | undefined {
  const isAddress = text === "" || (/^https?:\/\/[^\s/]/.test(text) && URL.canParse(text));
  return isAddress ? undefined : "Enter a web address such as https://example.com.";
}

/** The part of the address that people read: "example.com/about". */
function nameOf(website: string): string {
  return website.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
}
