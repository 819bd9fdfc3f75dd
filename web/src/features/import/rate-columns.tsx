import { Table, Text } from "@mantine/core";
import { fieldLabels, type ImportField } from "./fields.ts";
import classes from "./import-page.module.css";

type Cells = [field: ImportField, example: string][];

const ofPeople: Cells = [
  ["person_email", "ada@agency.example"],
  ["person_cost_per_hour", "52.50"],
  ["rate_valid_from", "2026-01-01"],
];
const ofProjects: Cells = [
  ["project_code", "SHOP-1"],
  ["project_revenue_per_hour", "120"],
  ["project_cost_per_hour", "60"],
  ["rate_valid_from", "2026-01-01"],
];

/** The columns of a file with rates, which no other tool exports, folded into one line. */
export function RateColumns() {
  return (
    <details className={classes.rates}>
      <summary>Import rates of people and projects</summary>
      <Text size="sm" mb="sm" maw="65ch">
        A file can also set rates. A rate is valid from its day until the next one, and replaces
        another rate of the same day. People must exist already, and are found by name or email. The
        cost of a project is optional: it applies to people without a rate.
      </Text>
      <Example name="Rates of people" cells={ofPeople} />
      <Example name="Rates of projects" cells={ofProjects} />
    </details>
  );
}

function Example({ name, cells }: { name: string; cells: Cells }) {
  return (
    <Table.ScrollContainer minWidth={0} mb="md">
      <Table captionSide="top" w="auto" withTableBorder withColumnBorders>
        <Table.Caption ta="left">{name}: columns and an example</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {cells.map(([field]) => (
              <Table.Th key={field}>{fieldLabels[field]}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            {cells.map(([field, example]) => (
              <Table.Td key={field}>{example}</Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
