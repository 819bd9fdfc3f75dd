import { VisuallyHidden } from "@mantine/core";
import { createContext, memo, type ReactNode, useContext } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { leads, useViewer } from "../../session/viewer.ts";
import { usePlaces } from "../../shell/place-link.tsx";
import classes from "./answer-text.module.css";
import { numbersAsElements, withNumbersSetApart } from "./numbers.ts";
import { steadyText } from "./streamed-text.ts";
import type { Cited } from "./turn.ts";
import { addressOf } from "./words.ts";

/** What the numbers of this answer stand for; null while nobody has checked them. */
const Citations = createContext<ReadonlyMap<number, Cited> | null>(null);

interface Props {
  text: string;
  isWritten: boolean;
  citations: Cited[] | null;
}

const plugins = { remark: [remarkGfm], rehype: [numbersAsElements] };

/** An answer as Markdown: no markup of others, no pictures, no links but those of its numbers. */
export const AnswerText = memo(function AnswerText({ text, isWritten, citations }: Props) {
  const held = citations && new Map(citations.map((cited) => [cited.n, cited]));
  return (
    <Citations value={held}>
      <div className={classes.text}>
        <Markdown
          remarkPlugins={plugins.remark}
          rehypePlugins={plugins.rehype}
          components={components}
        >
          {withNumbersSetApart(isWritten ? text : steadyText(text))}
        </Markdown>
      </div>
    </Citations>
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
  // Where a link leads is said, and nobody is sent there.
  a: ({ children, href }) => (
    <>
      {children}
      {href && ` (${href})`}
    </>
  ),
  img: ({ alt }) => <>{alt ? `[picture: ${alt}]` : "[picture]"}</>,
  input: ({ checked }) => <>{checked ? "☑ " : "☐ "}</>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={classes.table} aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <pre tabIndex={0}>{children}</pre>
  ),
  sup: ({ node, children }) => {
    const given = node?.properties["dataNumbers"];
    if (typeof given !== "string") return <sup>{children}</sup>;
    return given.split(",").map((n) => <CitationNumber key={n} n={Number(n)} />);
  },
};

function CitationNumber({ n }: { n: number }) {
  const citations = useContext(Citations);
  const follow = usePlaces();
  const isLead = leads(useViewer());
  if (citations === null) {
    return (
      <span className={classes.unchecked} title="Not checked against its source yet">
        {n}
      </span>
    );
  }
  const cited = citations.get(n);
  if (!cited) {
    return (
      <s className={classes.struck} title="What this named did not hold, or is not open to you">
        {n}
      </s>
    );
  }
  const address = addressOf(cited, isLead);
  if (!address) return <span className={classes.number}>{n}</span>;
  return (
    <a className={classes.number} title={cited.title} {...follow(address)}>
      <VisuallyHidden>Source </VisuallyHidden>
      {n}
    </a>
  );
}
