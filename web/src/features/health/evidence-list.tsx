import { evidenceInWords } from "../../../../supabase/functions/_domain/words/evidence.ts";
import { nameInWords } from "../../../../supabase/functions/_domain/words/format.ts";
import type { Finding } from "../../api/routes.ts";
import { countOf } from "../../format/numbers.ts";
import { readerFormat } from "../../format/reader.ts";
import { AppLink } from "../../ui/app-link.tsx";
import classes from "./finding-detail.module.css";
import { evidenceLink, moreEvidenceLink } from "./finding-links.ts";

/** The rows behind a finding, each with a link. */
export function EvidenceList({ finding }: { finding: Finding }) {
  const { rows, total } = finding.evidence;
  const more = total - rows.length;
  const moreAt = moreEvidenceLink(finding);
  return (
    <section aria-labelledby="evidence" id="finding-evidence">
      <h3 id="evidence">Evidence{total > 0 && ` (${countOf(total, "record")})`}</h3>
      {rows.length === 0 ? (
        <p className={classes.none}>No records: this finding is about missing data.</p>
      ) : (
        <ul className={classes.evidence}>
          {rows.map((row) => {
            const link = evidenceLink(row, finding);
            const { label, detail } = evidenceInWords(row, readerFormat);
            return (
              <li key={`${row.type} ${row.id} ${row.label}`}>
                {link ? <AppLink to={link}>{label}</AppLink> : label}
                <div className={classes.kind}>
                  {[nameInWords(row.type), detail].filter(Boolean).join(" · ")}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {more > 0 && (
        <p className={classes.more}>
          {moreAt ? (
            <AppLink to={moreAt}>{countOf(more, "more", "more")}</AppLink>
          ) : (
            `${countOf(more, "more", "more")}, not listed here`
          )}
        </p>
      )}
    </section>
  );
}

/** Moves the focus to the first piece of evidence that can be opened. */
export function focusEvidence(): void {
  document.querySelector<HTMLElement>("#finding-evidence a")?.focus();
}
