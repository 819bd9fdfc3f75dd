import { Table, Text } from "@mantine/core";
import { blocksOf } from "../../../../supabase/functions/_domain/drafts/blocks.ts";
import { InstantDay } from "../../format/instant.tsx";
import classes from "./portal.module.css";

/** Successive lines that begin with a dash or are enclosed in bars. */
const LIST_OR_TABLE = /((?:^- .*(?:\n|$))+|(?:^\|.*\|[ \t]*(?:\n|$))+)/m;

/** An approved text with its lists and tables. The rest is plain text, so nothing in it loads a resource. */
export function PortalText({ children }: { children: string }) {
  // Every second part is a list or a table.
  return children.split(LIST_OR_TABLE).map((part, index) => {
    const text = part.trim();
    const key = `${index} ${text}`;
    if (text === "") return null;
    const [block] = blocksOf(text);
    if (block?.kind === "table") return <PortalTable key={key} rows={block.rows} />;
    if (index % 2 === 0 || text.startsWith("|")) {
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

function PortalTable({ rows: [titles = [], ...rows] }: { rows: string[][] }) {
  return (
    <Table className={classes.table} mb="sm">
      <Table.Thead>
        <Table.Tr>
          {titles.map((title) => (
            <Table.Th key={title}>{title}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((cells) => (
          <Table.Tr key={cells.join(" ")}>
            {cells.map((cell, column) => (
              <Table.Td key={titles[column]}>{cell}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
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
