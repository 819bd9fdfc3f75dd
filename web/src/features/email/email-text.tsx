import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { foldQuotes } from "../../../../supabase/functions/_domain/inbound-emails/fold-quotes.ts";
import { useKeyTarget } from "../../ui/page-keys.ts";
import classes from "./email-text.module.css";

/** The longest text that is shown at once; a longer one would stall the page. */
const SHOWN = 100_000;

/** The text of an email: quotes are folded, and no text is omitted. */
export function EmailText({ text }: { text: string }) {
  const [isWhole, showWhole] = useState(text.length <= SHOWN);
  const parts = useMemo(
    () => foldQuotes(isWhole ? text : text.slice(0, SHOWN)).map(numberedPart),
    [text, isWhole],
  );
  // A forwarded email contains only its quote.
  const isAllQuoted = !parts.some(({ kind }) => kind === "new");
  const [openQuotes, setOpenQuotes] = useState<ReadonlySet<number>>(new Set());
  const quotes = parts.filter(({ kind }) => kind === "quote").map(({ index }) => index);
  useKeyTarget("quotes", () => setOpenQuotes(new Set(openQuotes.size > 0 ? [] : quotes)));
  const toggle = (index: number) => {
    const next = new Set(openQuotes);
    if (!next.delete(index)) next.add(index);
    setOpenQuotes(next);
  };
  return (
    <div className={classes.text}>
      {parts.map(({ kind, text, index }) =>
        kind !== "quote" || isAllQuoted ? (
          <p key={index} dir="auto" data-kind={kind}>
            {text}
          </p>
        ) : (
          <div key={index}>
            <Button
              size="compact-xs"
              variant="default"
              aria-expanded={openQuotes.has(index)}
              onClick={() => toggle(index)}
            >
              {openQuotes.has(index) ? "Hide quoted text" : "Show quoted text"}
            </Button>
            {openQuotes.has(index) && (
              <p dir="auto" data-kind={kind}>
                {text}
              </p>
            )}
          </div>
        ),
      )}
      {!isWhole && (
        <Button size="xs" variant="default" onClick={() => showWhole(true)}>
          Show the rest of the email
        </Button>
      )}
    </div>
  );
}

/** Only the empty lines around a part are hidden. */
const numberedPart = ({ kind, text }: ReturnType<typeof foldQuotes>[number], index: number) => ({
  kind,
  index,
  text: text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd(),
});
