import { ScrollArea, Text } from "@mantine/core";
import type { ReactNode, RefObject } from "react";
import { countOf } from "../../format/numbers.ts";
import { asSentence } from "../../format/sentence.ts";
import classes from "../tasks/bulk.module.css";
import type { SentChange } from "./send-each.ts";

interface Props<Change extends SentChange> {
  heading: RefObject<HTMLHeadingElement | null>;
  /** Name of one row: "project". */
  noun: string;
  many?: string;
  results: Change[];
  /** Rows that already have the new values. */
  unchangedCount: number;
  isApplied: boolean;
  keyOf: (change: Change) => string;
  /** Each field of a row before and after. */
  lines: (change: Change) => { label: string; before: ReactNode; after: ReactNode }[];
}

/** Per row: each field before and after, or why the row can't be changed. */
export function BulkResults<Change extends SentChange>(props: Props<Change>) {
  const {
    heading,
    noun: singular,
    many: plural,
    results,
    unchangedCount,
    isApplied,
    keyOf,
    lines,
  } = props;
  const unknownCount = results.filter(({ isUnknown }) => isUnknown).length;
  const refusalCount = results.filter(({ refusal }) => refusal !== undefined).length - unknownCount;
  const changeCount = results.length - refusalCount - unknownCount;
  const words = [
    `${countOf(changeCount, singular, plural)} ${isApplied ? "changed" : "will change"}`,
    refusalCount > 0 && `${refusalCount} can't be changed`,
    unknownCount > 0 && `${unknownCount} unknown`,
    unchangedCount > 0 && `${unchangedCount} unchanged`,
  ];
  return (
    <>
      <h3 ref={heading} tabIndex={-1} data-autofocus className={classes.heading}>
        {words.filter(Boolean).join(", ")}
      </h3>
      <ScrollArea.Autosize
        mah="52dvh"
        type="auto"
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Changes" }}
      >
        <ul className={classes.results}>
          {results.map((change) => (
            <li key={keyOf(change)} className={classes.result}>
              <div className={classes.title}>{change.name}</div>
              {change.refusal === undefined ? (
                lines(change).map(({ label, before, after }) => (
                  <div key={label}>
                    {label}: <span className={classes.before}>{before}</span>
                    <span aria-hidden> → </span>
                    <span className="visually-hidden"> becomes </span>
                    {after}
                  </div>
                ))
              ) : (
                <Text size="sm" className={classes.refused}>
                  {change.isUnknown ? "May have changed. Check it." : "Not changed"}:{" "}
                  {asSentence(change.refusal)}
                </Text>
              )}
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
    </>
  );
}
