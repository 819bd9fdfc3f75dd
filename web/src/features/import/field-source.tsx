import { NativeSelect, Text, TextInput } from "@mantine/core";
import type { ImportAnswer } from "../../api/routes.ts";
import { countsHours, hourUnits, type ImportField, vocabularies } from "./fields.ts";
import type { Source } from "./fitting-mapping.ts";
import classes from "./mapping-editor.module.css";
import { ValueMap } from "./value-map.tsx";

type Columns = ImportAnswer["columns"];

interface FieldProps {
  field: ImportField;
  label: string;
  columns: Columns;
  source: Source | undefined;
  onChange: (source: Source | undefined) => void;
}

const CONSTANT = "constant";
const JOINED = "joined";
const column = (name: string) => `column:${name}`;

/** The origin of a field (a column, several columns or a constant), and how its cells are read. */
export function FieldSource({ field, label, columns, source, onChange }: FieldProps) {
  const vocabulary = vocabularies[field];
  const choice =
    source && "column" in source ? columns.find(({ name }) => name === source.column) : undefined;
  const joinColumns = source && "columns" in source ? source.columns : undefined;
  const constant = source && "value" in source ? source.value : undefined;

  const choose = (choice: string) => {
    if (choice === JOINED) return;
    if (choice === CONSTANT) onChange({ value: (vocabulary && Object.keys(vocabulary)[0]) ?? "" });
    else onChange(choice ? { column: choice.slice(column("").length) } : undefined);
  };
  return (
    <div className={classes.field}>
      <label htmlFor={field}>{label}</label>
      <NativeSelect
        id={field}
        size="xs"
        value={
          choice
            ? column(choice.name)
            : joinColumns
              ? JOINED
              : constant !== undefined
                ? CONSTANT
                : ""
        }
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: "", label: "Not set" },
          { value: CONSTANT, label: "The same for every line…" },
          ...(joinColumns ? [{ value: JOINED, label: joinColumns.join(" + ") }] : []),
          {
            group: "Columns",
            items: columns.map(({ name }) => ({ value: column(name), label: name })),
          },
        ]}
      />
      {constant !== undefined &&
        (vocabulary ? (
          <NativeSelect
            size="xs"
            className={classes.under}
            aria-label={`${label} for every line`}
            value={constant}
            onChange={(event) => onChange({ value: event.currentTarget.value })}
            data={Object.entries(vocabulary).map(([value, text]) => ({ value, label: text }))}
          />
        ) : (
          <TextInput
            size="xs"
            className={classes.under}
            aria-label={`${label} for every line`}
            value={constant}
            error={constant.trim() === "" && "Enter a value"}
            onChange={(event) => onChange({ value: event.currentTarget.value })}
          />
        ))}
      {choice && !vocabulary && (
        <Text
          size="xs"
          c="dimmed"
          truncate
          className={classes.under}
          title={choice.samples.join(", ")}
        >
          {choice.samples.join(", ") || "All cells are empty"}
        </Text>
      )}
      {choice && countsHours(field) && source && "column" in source && (
        <NativeSelect
          size="xs"
          className={classes.under}
          aria-label={`${label}: unit of plain numbers`}
          value={source.unit ?? "hours"}
          onChange={(event) => onChange({ ...source, unit: unitOf(event.currentTarget.value) })}
          data={hourUnits.map((unit) => ({ value: unit, label: `In ${unit}` }))}
        />
      )}
      {source && "column" in source && source.date_format && (
        <Text size="xs" c="dimmed" className={classes.under}>
          Read as {source.date_format}
        </Text>
      )}
      {choice && vocabulary && source && "column" in source && (
        <ValueMap
          label={label}
          vocabulary={vocabulary}
          samples={choice.samples}
          values={source.values ?? {}}
          onChange={(values) => onChange({ ...source, values })}
        />
      )}
    </div>
  );
}

function unitOf(choice: string) {
  return hourUnits.find((unit) => unit === choice);
}
