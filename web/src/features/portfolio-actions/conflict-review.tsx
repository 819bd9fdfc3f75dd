import { Alert, Badge, Button, Group, Radio, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Instant } from "../../format/instant.tsx";
import dialogClasses from "./action-dialog.module.css";
import type { Disagreement } from "./changes.ts";
import classes from "./conflict-review.module.css";
import type { Conflict } from "./use-update-form.ts";

type Side = "input" | "current";

interface Props<Values extends object, Field extends keyof Values & string> {
  conflict: Conflict<Values, Field>;
  labels: Record<Field, string>;
  show: (field: Field, value: unknown) => ReactNode;
  /** The label of the button that goes back without saving. */
  backLabel?: string;
}

/** Shown when another person saved first: both versions side by side, with a choice for each field. */
export function ConflictReview<Values extends object, Field extends keyof Values & string>({
  conflict: { fields, save, edit },
  labels,
  show,
  backLabel = "Back to the form",
}: Props<Values, Field>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [choices, setChoices] = useState<Partial<Record<Field, Side>>>({});
  const sideOf = ({ field, suggestion }: Disagreement<Field>) => choices[field] ?? suggestion;
  const selection = () =>
    Object.fromEntries(fields.map((row) => [row.field, row[sideOf(row)]])) as Partial<Values>;
  useEffect(() => heading.current?.focus(), []);

  return (
    <div className={dialogClasses.form}>
      <Alert color="yellow" variant="light">
        <h3 ref={heading} tabIndex={-1} className={classes.heading}>
          Another person changed this while you were editing
        </h3>
        {fields.length > 0
          ? "Nothing you typed is lost. Choose the value to keep; fields not listed are the same in both."
          : "You both made the same changes, so there is nothing left to save."}
      </Alert>
      {fields.map((row) => (
        <Radio.Group
          key={row.field}
          value={sideOf(row)}
          onChange={(side) => setChoices({ ...choices, [row.field]: side as Side })}
          label={
            <Group gap="xs" component="span">
              {labels[row.field]}
              {row.isBoth && (
                <Badge component="span" color="yellow" variant="light" size="sm" tt="none">
                  Changed by both
                </Badge>
              )}
            </Group>
          }
        >
          <div className={classes.sides}>
            <Choice side="input" title="Yours">
              {show(row.field, row.input)}
            </Choice>
            <Choice
              side="current"
              title={row.author ? (row.author.name ?? "Someone") : "Current value"}
              at={row.author?.at}
            >
              {show(row.field, row.current)}
            </Choice>
          </div>
        </Radio.Group>
      ))}
      <div className={dialogClasses.footer}>
        <Button variant="default" ml="auto" onClick={() => edit(selection())}>
          {backLabel}
        </Button>
        <Button onClick={() => void save(selection())}>
          {fields.length > 0 ? "Save these choices" : "Close"}
        </Button>
      </div>
    </div>
  );
}

interface ChoiceProps {
  side: Side;
  title: string;
  at?: string | undefined;
  children: ReactNode;
}

function Choice({ side, title, at, children }: ChoiceProps) {
  return (
    <Radio.Card value={side} className={classes.side}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Radio.Indicator size="xs" mt={2} />
        <div className={classes.words}>
          <Text size="xs" c="dimmed" mb={2}>
            {title}
            {at && (
              <>
                , <Instant at={at} />
              </>
            )}
          </Text>
          {children}
        </div>
      </Group>
    </Radio.Card>
  );
}
