import { Table, Text, Title } from "@mantine/core";
import { fieldLabels, type ImportField } from "./fields.ts";

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

/** The columns of a file with rates, which no other tool exports. */
export function RateColumns() {
  return (
    <section aria-labelledby="rate-columns">
      <Title order={2} id="rate-columns" mt="xl" mb="xs">
        Rates of people and projects
      </Title>
      <Text size="sm" mb="sm" maw="65ch">
        A file can also set rates. A rate is valid from its day until the next one, and replaces
        another rate of the same day. People must exist already, and are found by name or email. The
        cost of a project is optional: it applies to people without a rate.
      </Text>
      <Example name="Rates of people" cells={ofPeople} />
      <Example name="Rates of projects" cells={ofProjects} />
    </section>
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
