import { ScrollArea, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { TaskChangeResult } from "../../api/task-routes.ts";
import { peopleNames } from "../../entities/person/queries.ts";
import { countOf } from "../../format/numbers.ts";
import { asSentence } from "../../format/sentence.ts";
import classes from "./bulk.module.css";
import { fieldLabels, type TaskField } from "./change-task.ts";
import { wordsFor } from "./task-words.ts";

interface Props {
  heading: RefObject<HTMLHeadingElement | null>;
  results: TaskChangeResult[];
  /** Tasks that already have the new values. */
  unchangedCount: number;
  isApplied: boolean;
}

/** Per task: each field before and after, or why the task can't be changed. */
export function BulkPreview({ heading, results, unchangedCount, isApplied }: Props) {
  const names = useQuery(peopleNames).data;
  const refusalCount = results.filter(({ ok }) => !ok).length;
  const changeCount = results.length - refusalCount;
  const words = [
    `${countOf(changeCount, "task")} ${isApplied ? "changed" : "will change"}`,
    refusalCount > 0 && `${refusalCount} can't be changed`,
    unchangedCount > 0 && `${unchangedCount} unchanged`,
  ];
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        {words.filter(Boolean).join(", ")}
      </h3>
      <ScrollArea.Autosize
        mah="52dvh"
        type="auto"
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Changes" }}
      >
        <ul className={classes.results}>
          {results.map(({ id, ok, title, before, after, error }) => (
            <li key={id} className={classes.result}>
              <div className={classes.title}>{title ?? "A task that you can't see"}</div>
              {ok ? (
                Object.keys(after).map((field) => (
                  <div key={field}>
                    {fieldLabels[field as TaskField] ?? field}:{" "}
                    <span className={classes.before}>{wordsFor(field, before[field], names)}</span>
                    <span aria-hidden> → </span>
                    <span className="visually-hidden"> becomes </span>
                    {wordsFor(field, after[field], names)}
                  </div>
                ))
              ) : (
                <Text size="sm" className={classes.refused}>
                  Not changed: {asSentence(error?.message ?? "")}
                </Text>
              )}
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
    </>
  );
}
