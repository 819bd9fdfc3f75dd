import { Button, Group, NumberInput, Table, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { formatDay, todayOf } from "../../format/dates.ts";
import { formatMoney } from "../../format/numbers.ts";
import { ExportRows } from "../../ui/data-table/export-rows.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifyFailed, notifyUndoable } from "../../ui/saved-notice.tsx";

type AmountName = "revenue_per_hour" | "cost_per_hour";
export type Amounts = Partial<Record<AmountName, number | null>>;
export type Rate = Amounts & { valid_from: string };

interface Props {
  /** The person or project, as messages name it. */
  name: string;
  currency: string;
  amounts: { name: AmountName; label: string; description?: string; isRequired: boolean }[];
  /** The latest day first. */
  rates: Rate[];
  /** Without amounts it removes the rate of the day. */
  save: (validFrom: string, amounts: Amounts | null) => Promise<unknown>;
}

/** Rates with the day each is valid from: the history, and a form that adds the next one. */
export function RateEditor({ name, currency, amounts, rates, save }: Props) {
  const today = todayOf();
  const current = rates.find(({ valid_from }) => valid_from <= today);
  const form = useForm<Record<AmountName, number | string> & { valid_from: string }>({
    initialValues: { valid_from: today, revenue_per_hour: "", cost_per_hour: "" },
    validate: {
      valid_from: (day) => (day ? null : "Enter a day"),
      revenue_per_hour: (value) => missing("revenue_per_hour", value),
      cost_per_hour: (value) => missing("cost_per_hour", value),
    },
  });
  const missing = (amount: AmountName, value: number | string) =>
    value === "" && amounts.some((candidate) => candidate.name === amount && candidate.isRequired)
      ? "Enter an amount"
      : null;
  const restore = (day: string) => {
    const before = rates.find(({ valid_from }) => valid_from === day);
    return () => save(day, before ? amountsOf(before) : null);
  };
  const amountsOf = (rate: Amounts) =>
    Object.fromEntries(
      amounts.map((amount) => [amount.name, rate[amount.name] ?? null]),
    ) as Amounts;
  const change = useMutation({
    mutationFn: (values: typeof form.values) =>
      save(
        values.valid_from,
        Object.fromEntries(
          amounts.map((amount) => [
            amount.name,
            values[amount.name] === "" ? null : Number(values[amount.name]),
          ]),
        ),
      ),
    onSuccess: (_, { valid_from }) => {
      const inverse = restore(valid_from);
      form.reset();
      notifyUndoable(`Rate of ${name} saved.`, inverse);
    },
  });
  const remove = async (day: string) => {
    const inverse = restore(day);
    try {
      await save(day, null);
      notifyUndoable(`Rate of ${name} removed.`, inverse);
    } catch (error) {
      notifyFailed("Rate not removed", error);
    }
  };
  const format = (value: number | null | undefined) =>
    value === null || value === undefined ? "None" : formatMoney(value, currency);
  return (
    <>
      {rates.length === 0 ? (
        <Text size="sm" c="dimmed" mb="sm">
          No rate yet. Enter an amount and the day from which it is valid.
        </Text>
      ) : (
        <>
          <Group justify="flex-end" mb="xs">
            <ExportRows
              label={`Rates of ${name}`}
              fileName="rates"
              columns={[
                {
                  id: "valid_from",
                  label: "Valid from",
                  value: ({ valid_from }: Rate) => valid_from,
                },
                ...amounts.map((amount) => ({
                  id: amount.name,
                  label: `${amount.label} (${currency})`,
                  isNumber: true,
                  value: (rate: Rate) => rate[amount.name],
                })),
              ]}
              rows={rates}
              rowId={({ valid_from }) => valid_from}
            />
          </Group>
          <Table.ScrollContainer minWidth={280} mb="sm">
            <Table aria-label={`Rates of ${name}`}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Valid from</Table.Th>
                  {amounts.map((amount) => (
                    <Table.Th key={amount.name} ta="right">
                      {amount.label}
                    </Table.Th>
                  ))}
                  <Table.Th>
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rates.map((rate) => (
                  <Table.Tr key={rate.valid_from}>
                    <Table.Td>
                      {formatDay(rate.valid_from)}
                      {rate === current && <Text size="xs">Current</Text>}
                      {rate.valid_from > today && <Text size="xs">Planned</Text>}
                    </Table.Td>
                    {amounts.map((amount) => (
                      <Table.Td key={amount.name} ta="right">
                        {format(rate[amount.name])}
                      </Table.Td>
                    ))}
                    <Table.Td ta="right">
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Remove the rate from ${formatDay(rate.valid_from)}`}
                        onClick={() => void remove(rate.valid_from)}
                      >
                        Remove
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </>
      )}
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Group align="flex-start" gap="sm">
          <TextInput
            type="date"
            label="Valid from"
            withAsterisk
            {...form.getInputProps("valid_from")}
          />
          {amounts.map((amount) => (
            <NumberInput
              key={amount.name}
              label={`${amount.label} (${currency})`}
              description={amount.description}
              inputWrapperOrder={["label", "input", "description", "error"]}
              withAsterisk={amount.isRequired}
              min={0}
              max={999_999_999.99}
              decimalScale={2}
              maw={220}
              {...form.getInputProps(amount.name)}
            />
          ))}
        </Group>
        {change.error && <Problem error={change.error} />}
        <Button type="submit" size="xs" mt="sm" loading={change.isPending}>
          Save rate
        </Button>
      </form>
    </>
  );
}
