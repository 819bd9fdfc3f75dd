import { Button, Group, NativeSelect, Text, Title } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import type { ImportAnswer, ImportMapping } from "../../api/routes.ts";
import { countOf } from "../../format/numbers.ts";
import { FieldSource } from "./field-source.tsx";
import { dateFormats, fieldGroups, fieldLabels, type ImportField, isDate } from "./fields.ts";
import type { Source } from "./fitting-mapping.ts";
import classes from "./mapping-editor.module.css";
import { SavedMappings } from "./saved-mappings.tsx";

type Columns = ImportAnswer["columns"];

interface Props {
  columns: Columns;
  /** Sheets of a workbook, and the one that is read. */
  sheets: string[] | undefined;
  sheet: string | undefined;
  onSheet: (sheet: string) => void;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
  /** Without room beside the preview, the mapping opens on demand. */
  startsOpen: boolean;
  /** The field to focus; a new object focuses it again. */
  target: { field: string } | null;
  isBusy: boolean;
  /** Whether the preview shows another mapping. */
  isStale: boolean;
  onPreview: () => void;
}

/** Chooses which column or constant fills which field. */
export function MappingEditor(props: Props) {
  const { columns, sheets, sheet, onSheet, mapping, onChange } = props;
  const { startsOpen, target, isBusy, isStale, onPreview } = props;
  const hasRoom = useMediaQuery("(min-width: 1101px)", true, { getInitialValueInEffect: false });
  const [isOpen, { toggle, open }] = useDisclosure(startsOpen);
  const isShown = hasRoom || isOpen;
  const lastTarget = useRef(target);
  useEffect(() => {
    if (!target || lastTarget.current === target) return;
    if (!isShown) {
      open();
      return;
    }
    lastTarget.current = target;
    document.getElementById(target.field)?.focus();
  }, [target, isShown, open]);
  const sources = Object.values(mapping.fields).filter(Boolean);
  const readsDates = Object.keys(mapping.fields).some((field) => isDate(field as ImportField));

  const changeSource = (field: ImportField, source: Source | undefined) => {
    const { [field]: _, ...others } = mapping.fields;
    onChange({ ...mapping, fields: source ? { ...others, [field]: source } : others });
  };

  return (
    <section aria-labelledby="mapping" className={classes.editor}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} id="mapping">
            Column mapping
          </Title>
          <Text size="sm" c="dimmed">
            {countOf(sources.length, "field")} mapped; the file has{" "}
            {countOf(columns.length, "column")}. An import leaves fields without a mapping
            unchanged.
          </Text>
        </div>
        {!hasRoom && (
          <Button variant="default" size="xs" flex="none" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? "Hide mapping" : "Change mapping"}
          </Button>
        )}
      </Group>
      {isShown && (
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
                <label htmlFor="date-format">Date format</label>
                <NativeSelect
                  id="date-format"
                  size="xs"
                  value={mapping.date_format ?? ""}
                  onChange={(event) => onChange(withDateFormat(mapping, event.currentTarget.value))}
                  data={[{ value: "", label: "Detect from the columns" }, ...dateFormats]}
                />
              </div>
            )}
            {fieldGroups.map((group) => (
              <fieldset key={group.name} className={classes.group}>
                <legend>{group.name}</legend>
                {group.fields.map((field) => (
                  <FieldSource
                    key={field}
                    field={field}
                    label={fieldLabels[field]}
                    columns={columns}
                    source={mapping.fields[field]}
                    onChange={(source) => changeSource(field, source)}
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

/** The mapping with one date format for every column, or with the format that is detected for each. */
function withDateFormat(mapping: ImportMapping, format: string): ImportMapping {
  const { date_format: _, ...others } = mapping;
  const fields = Object.fromEntries(
    Object.entries(mapping.fields).map(([field, source]) => {
      if (!source || !("date_format" in source)) return [field, source];
      const { date_format: _, ...rest } = source;
      return [field, rest];
    }),
  );
  const choice = dateFormats.find((option) => option === format);
  return { ...others, fields, ...(choice && { date_format: choice }) };
}
