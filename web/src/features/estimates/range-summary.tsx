import { List, Stack, Text, Title } from "@mantine/core";
import { assumptionsOf } from "../../../../supabase/functions/_domain/words/outcome.ts";
import type { Outcome } from "../../api/estimate-routes.ts";
import { formatHours, hoursOf } from "../../format/numbers.ts";
import { readerFormat } from "../../format/reader.ts";

const confidence = { low: "Low", medium: "Medium", high: "High" } as const;

interface Props {
  outcome: Outcome;
  /** The level of the heading. */
  order: 2 | 3;
}

/** The range, median, weeks and confidence of an estimate in words. */
export function RangeSummary({
  outcome: { duration_weeks: weeks, confidence: level },
  range,
  typical,
  order,
}: Props & { range: readonly [number, number]; typical: number }) {
  return (
    <>
      <Title order={order}>
        {formatHours(range[0])} to {hoursOf(range[1])}
      </Title>
      <Text size="sm">
        Typically {hoursOf(typical)}
        {weeks && `, finished within ${formatHours(weeks[0])} to ${formatHours(weeks[1])} weeks`}.
        Confidence: {level && confidence[level]}.
      </Text>
    </>
  );
}

/** Why there is no range, and what to do. */
export function NotEnoughWork({ outcome, order }: Props) {
  return (
    <Stack gap="xs">
      <Title order={order}>Not enough finished work</Title>
      <Reasons outcome={outcome} />
    </Stack>
  );
}

/** The figures on which an estimate depends; `most` limits the sentences. */
export function Reasons({ outcome, max: most }: { outcome: Outcome; max?: number }) {
  return (
    <List size="sm">
      {assumptionsOf(outcome, readerFormat)
        .slice(0, most)
        .map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
    </List>
  );
}
