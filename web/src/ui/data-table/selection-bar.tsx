import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { countOf } from "../../format/numbers.ts";
import classes from "./selection-bar.module.css";
import type { Selection } from "./use-selection.ts";

interface Props<Row> {
  selection: Selection<Row>;
  /** Name of one row: "task". */
  one: string;
  many?: string;
  /** Buttons that act on `selection.rows`. */
  children?: ReactNode;
}

/** Shows how many rows are selected and offers the actions; stays at the bottom of the window. */
export function SelectionBar<Row>({ selection, one, many, children }: Props<Row>) {
  const count = selection.rows.length;
  return (
    <div className={count > 0 ? classes.bar : undefined}>
      <Text size="sm" fw={500} role="status">
        {count > 0 && `${countOf(count, one, many)} selected`}
      </Text>
      {count > 0 && (
        <>
          {children}
          <Button size="xs" variant="subtle" color="gray" onClick={selection.clear}>
            Clear selection
          </Button>
        </>
      )}
    </div>
  );
}
