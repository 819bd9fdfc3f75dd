import { ActionIcon, Tooltip, VisuallyHidden } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { CheckIcon, CopyIcon } from "lucide-react";
import { createContext, memo, type ReactNode, useContext, useRef } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { leads, useViewer } from "../../session/viewer.ts";
import { useAppLinks } from "../../ui/app-link.tsx";
import classes from "./answer-text.module.css";
import { numbersAsElements, shownNumbers, withNumbersSetApart } from "./numbers.ts";
import { steadyText } from "./streamed-text.ts";
import type { AnswerCitation } from "./turn.ts";
import { addressOf, quoteInWords } from "./words.ts";

interface Numbers {
  /** The citations behind the numbers; null until they are verified. */
  byNumber: ReadonlyMap<number, AnswerCitation> | null;
  displayNumbers: ReadonlyMap<number, number>;
}

const Numbers = createContext<Numbers>({ byNumber: null, displayNumbers: new Map() });

interface Props {
  text: string;
  isWritten: boolean;
  citations: AnswerCitation[] | null;
}

const plugins = { remark: [remarkGfm], rehype: [numbersAsElements] };

/** An answer as Markdown: without HTML, without pictures, and without links except its citation numbers. */
export const AnswerText = memo(function AnswerText({ text, isWritten, citations }: Props) {
  const byNumber = citations && new Map(citations.map((citation) => [citation.n, citation]));
  return (
    <Numbers value={{ byNumber, displayNumbers: shownNumbers(text) }}>
      <div className={classes.text}>
        <Markdown
          remarkPlugins={plugins.remark}
          rehypePlugins={plugins.rehype}
          components={components}
        >
          {withNumbersSetApart(isWritten ? text : steadyText(text))}
        </Markdown>
      </div>
    </Numbers>
  );
});

function heading({ children }: { children?: ReactNode }) {
  return <h3>{children}</h3>;
}

const components: Components = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  // A link becomes text with its URL, so that nothing in an answer opens another site.
  a: ({ children, href }) => (
    <>
      {children}
      {href && ` (${href})`}
    </>
  ),
  img: ({ alt }) => <>{alt ? `[picture: ${alt}]` : "[picture]"}</>,
  input: ({ checked }) => <>{checked ? "☑ " : "☐ "}</>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <section className={classes.table} aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
  pre: ({ children }) => <Code>{children}</Code>,
  sup: ({ node, children }) => {
    const numbers = node?.properties["dataNumbers"];
    if (typeof numbers !== "string") return <sup>{children}</sup>;
    return numbers.split(",").map((n) => <CitationNumber key={n} n={Number(n)} />);
  },
};

function Code({ children }: { children: ReactNode }) {
  const text = useRef<HTMLPreElement>(null);
  const clipboard = useClipboard();
  return (
    <div className={classes.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
      <pre ref={text} tabIndex={0}>
        {children}
      </pre>
      <ActionIcon
        className={classes.copy ?? ""}
        variant="default"
        aria-label={clipboard.copied ? "Copied" : "Copy code"}
        onClick={() => clipboard.copy(text.current?.textContent)}
      >
        {clipboard.copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
      </ActionIcon>
    </div>
  );
}

function CitationNumber({ n }: { n: number }) {
  const { byNumber, displayNumbers } = useContext(Numbers);
  const follow = useAppLinks();
  const isLead = leads(useViewer());
  const number = displayNumbers.get(n) ?? n;
  if (byNumber === null) {
    return (
      <span className={classes.unchecked} title="Not checked against its source yet">
        {number}
      </span>
    );
  }
  const citation = byNumber.get(n);
  if (!citation) {
    return (
      <s className={classes.struck} title="Citation removed: unsupported, or you don't have access">
        {number}
      </s>
    );
  }
  const address = addressOf(citation, isLead);
  return (
    <Tooltip
      multiline
      maw={360}
      events={{ hover: true, focus: true, touch: false }}
      label={<Passage citation={citation} />}
    >
      {address ? (
        <a className={classes.number} {...follow(address)}>
          <VisuallyHidden>Source </VisuallyHidden>
          {number}
        </a>
      ) : (
        <span className={classes.number}>{number}</span>
      )}
    </Tooltip>
  );
}

/** A citation in short; the cards under the answer show more. */
function Passage({ citation }: { citation: AnswerCitation }) {
  return (
    <>
      <strong>{citation.title}</strong>
      <span className={classes.quote}>{quoteInWords(citation)}</span>
    </>
  );
}
