import { Text } from "@mantine/core";
import { InstantDay } from "../../format/instant.tsx";
import classes from "./portal.module.css";

/** Lines that begin with a dash, one after the other. */
const LIST = /((?:^- .*(?:\n|$))+)/m;

/** An approved text with its lists; otherwise plain, so that nothing in it loads a resource. */
export function PortalText({ children }: { children: string }) {
  // Every second part is a list.
  return children.split(LIST).map((part, at) => {
    const text = part.trim();
    const key = `${at} ${text}`;
    if (text === "") return null;
    if (at % 2 === 0) {
      return (
        <p key={key} className={classes.text}>
          {text}
        </p>
      );
    }
    return (
      <ul key={key} className={classes.points}>
        {text.split("\n").map((line) => (
          <li key={line}>{line.slice(2)}</li>
        ))}
      </ul>
    );
  });
}

interface Document {
  id: string;
  title: string;
  sections: { heading: string; body: string }[];
  published_at: string;
}

/** Texts in sections, closed until the reader opens one. */
export function PortalDocuments({ documents }: { documents: Document[] }) {
  return documents.map(({ id, title, sections, published_at }) => (
    <details key={id} className={classes.more}>
      <summary>
        {title}{" "}
        <Text span c="dimmed" size="sm">
          <InstantDay at={published_at} />
        </Text>
      </summary>
      {sections.map(({ heading, body }) => (
        <section key={heading}>
          <h4>{heading}</h4>
          <PortalText>{body}</PortalText>
        </section>
      ))}
    </details>
  ));
}
