import { Button, Group, NativeSelect, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import type { ImportAnswer, ImportMapping } from "../../api/routes.ts";
import { countOf } from "../../format/numbers.ts";
import { dateFields, dateFormats, fieldGroups, type ImportField, vocabularies } from "./fields.ts";
import classes from "./mapping-editor.module.css";
import { SavedMappings } from "./saved-mappings.tsx";
import { ValueMap } from "./value-map.tsx";

type Columns = ImportAnswer["columns"];
type Source = NonNullable<ImportMapping["fields"][ImportField]>;

interface Props {
  columns: Columns;
  /** Sheets of a workbook, and the one that is read. */
  sheets: string[] | undefined;
  sheet: string | undefined;
  onSheet: (sheet: string) => void;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
  /** Where there is no room beside the preview, the mapping opens on demand. */
  startsOpen: boolean;
  isBusy: boolean;
  /** The preview shows another mapping. */
  isStale: boolean;
  onPreview: () => void;
}

/** Says which column, or which constant, fills which field. */
export function MappingEditor(props: Props) {
  const { columns, sheets, sheet, onSheet, mapping, onChange } = props;
  const { startsOpen, isBusy, isStale, onPreview } = props;
  const hasRoom = useMediaQuery("(min-width: 1101px)", true, { getInitialValueInEffect: false });
  const [isOpen, { toggle }] = useDisclosure(startsOpen);
  const mapped = Object.values(mapping.fields).filter(Boolean);
  const readsDates = dateFields.some((field) => mapping.fields[field]);

  const setSource = (field: ImportField, source: Source | undefined) => {
    const { [field]: _, ...others } = mapping.fields;
    onChange({ ...mapping, fields: source ? { ...others, [field]: source } : others });
  };

  return (
    <section aria-labelledby="mapping" className={classes.editor}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} id="mapping">
            What the columns mean
          </Title>
          <Text size="sm" c="dimmed">
            {countOf(mapped.length, "field")} set; the file has {countOf(columns.length, "column")}.
            What is not set stays as it is.
          </Text>
        </div>
        {!hasRoom && (
          <Button variant="default" size="xs" flex="none" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? "Hide" : "Change"}
          </Button>
        )}
      </Group>
      {(hasRoom || isOpen) && (
        <>
          <div className={classes.fields}>
            {sheets && sheets.length > 1 && (
              <div className={classes.field}>
                <label htmlFor="sheet">Sheet</label>
                <NativeSelect
                  id="sheet"
                  size="xs"
                  value={sheet}
                  disabled={isBusy}
                  onChange={(event) => onSheet(event.currentTarget.value)}
                  data={sheets}
                />
              </div>
            )}
            <SavedMappings columns={columns} mapping={mapping} onChange={onChange} />
            {readsDates && (
              <div className={classes.field}>
                <label htmlFor="date-format">Dates are</label>
                <NativeSelect
                  id="date-format"
                  size="xs"
                  value={mapping.date_format ?? dateFormats[0]}
                  onChange={(event) =>
                    onChange({
                      ...mapping,
                      date_format: event.currentTarget.value as ImportMapping["date_format"],
                    })
                  }
                  data={[...dateFormats]}
                />
              </div>
            )}
            {fieldGroups.map((group) => (
              <fieldset key={group.name} className={classes.group}>
                <legend>{group.name}</legend>
                {Object.entries(group.fields).map(([field, label]) => (
                  <FieldSource
                    key={field}
                    field={field as ImportField}
                    label={label}
                    columns={columns}
                    source={mapping.fields[field as ImportField]}
                    onChange={(source) => setSource(field as ImportField, source)}
                  />
                ))}
              </fieldset>
            ))}
          </div>
          <Button
            fullWidth
            flex="none"
            variant={isStale ? "filled" : "default"}
            loading={isBusy}
            onClick={onPreview}
          >
            Preview again
          </Button>
        </>
      )}
    </section>
  );
}

interface FieldProps {
  field: ImportField;
  label: string;
  columns: Columns;
  source: Source | undefined;
  onChange: (source: Source | undefined) => void;
}

const CONSTANT = "constant";
const column = (name: string) => `column:${name}`;

function FieldSource({ field, label, columns, source, onChange }: FieldProps) {
  const vocabulary = vocabularies[field];
  const chosen =
    source && "column" in source ? columns.find(({ name }) => name === source.column) : undefined;
  const constant = source && "value" in source ? source.value : undefined;

  const choose = (choice: string) => {
    if (choice === CONSTANT) onChange({ value: (vocabulary && Object.keys(vocabulary)[0]) ?? "" });
    else onChange(choice ? { column: choice.slice(column("").length) } : undefined);
  };
  return (
    <div className={classes.field}>
      <label htmlFor={field}>{label}</label>
      <NativeSelect
        id={field}
        size="xs"
        value={chosen ? column(chosen.name) : constant !== undefined ? CONSTANT : ""}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: "", label: "Not set" },
          { value: CONSTANT, label: "The same for every line…" },
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
      {chosen && !vocabulary && (
        <Text
          size="xs"
          c="dimmed"
          truncate
          className={classes.under}
          title={chosen.samples.join(", ")}
        >
          {chosen.samples.join(", ") || "All cells are empty"}
        </Text>
      )}
      {chosen && vocabulary && source && "column" in source && (
        <ValueMap
          label={label}
          vocabulary={vocabulary}
          samples={chosen.samples}
          values={source.values ?? {}}
          onChange={(values) => onChange({ ...source, values })}
        />
      )}
    </div>
  );
}
