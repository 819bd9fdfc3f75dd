import { Text } from "@mantine/core";
import { InstantDay } from "../../format/instant.tsx";
import classes from "./portal.module.css";

/** A text as it was approved: plain, so that nothing in it is loaded from elsewhere. */
export function PortalText({ children }: { children: string }) {
  return <p className={classes.text}>{children}</p>;
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
