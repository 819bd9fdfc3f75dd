import { Link } from "@tanstack/react-router";
import { PaperclipIcon } from "lucide-react";
import { useRef } from "react";
import type { InboundEmail } from "../../api/email-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { useWindowRows } from "../../ui/window-rows.ts";
import classes from "./email-list.module.css";
import { VerdictLabel } from "./labels.tsx";
import type { EmailSearch } from "./search-params.ts";
import { reasonOf, senderOf, subjectOf } from "./words.ts";

const ROW_HEIGHT = 92;

/** The id of an email's link in the page, which takes the focus when the email closes. */
export const rowId = (id: string) => `email-${id}`;

export function EmailList({ emails, search }: { emails: InboundEmail[]; search: EmailSearch }) {
  const list = useRef<HTMLDivElement>(null);
  const windowRows = useWindowRows({ list, count: emails.length, size: () => ROW_HEIGHT });
  return (
    <div ref={list} className={classes.list}>
      <div style={{ height: windowRows.before }} />
      {windowRows.indexes.map((index) => {
        const email = emails[index];
        return (
          email && (
            <div key={email.id} ref={windowRows.measure} data-index={index}>
              <EmailRow email={email} search={search} />
            </div>
          )
        );
      })}
      <div style={{ height: windowRows.after }} />
    </div>
  );
}

function EmailRow({ email, search }: { email: InboundEmail; search: EmailSearch }) {
  const { id, project, received_at, has_attachments, automatic_because, thread } = email;
  const isOpen = search.open === id;
  const facts = [
    automatic_because,
    project?.name,
    thread.emails > 1 && `${thread.emails} in the thread`,
  ].filter(Boolean);
  return (
    <article className={classes.row} data-open={isOpen}>
      <p className={classes.head}>
        <span className={classes.sender}>{senderOf(email)}</span>
        <Instant at={received_at} />
      </p>
      <h2 className={classes.title}>
        <Link
          id={rowId(id)}
          to="/email"
          search={{ ...search, open: id }}
          replace={search.open !== ""}
          resetScroll={false}
          preload={false}
          data-email={id}
          aria-current={isOpen ? "true" : undefined}
        >
          {subjectOf(email)}
        </Link>
        {has_attachments && (
          <PaperclipIcon size={14} strokeWidth={1.8} role="img" aria-label="With attachments" />
        )}
      </h2>
      <div className={classes.facts}>
        <VerdictLabel email={email} />
        {facts.length > 0 && <span>{facts.join(" · ")}</span>}
      </div>
      <p className={classes.reason}>{reasonOf(email)}</p>
    </article>
  );
}
