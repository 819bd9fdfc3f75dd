import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { portfolioAction } from "../../api/routes.ts";
import { formatDay, todayOf } from "../../format/dates.ts";
import { formatMoney } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { AppLink } from "../../ui/app-link.tsx";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { Problem } from "../../ui/problem.tsx";
import { peopleRows } from "../people/queries.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { type PersonRate, personRates } from "./queries.ts";
import { RateEditor } from "./rate-editor.tsx";

const costs = [{ name: "cost_per_hour", label: "Cost per hour", isRequired: true }] as const;

export default function RatesPage() {
  if (!leads(useViewer())) return <LeadsOnlyPage />;
  return (
    <SettingsPage name="Rates">
      <Stack gap="lg" maw={720}>
        <Text size="sm">
          A person&apos;s rate is what an hour of their work costs you. A project&apos;s rate is
          what you charge for an hour; set it on the page of the project, under Rates and dates. You
          can{" "}
          <AppLink to="/import" underline="always">
            import rates from a file
          </AppLink>
          .
        </Text>
        <People />
      </Stack>
    </SettingsPage>
  );
}

function People() {
  const people = useQuery(peopleRows);
  const rates = useQuery(personRates);
  const { currency } = useViewer().organization;
  const failedQuery = [people, rates].find((query) => query.isError && !query.data);
  if (failedQuery)
    return <Problem error={failedQuery.error} retry={() => void failedQuery.refetch()} />;
  if (!people.data || !rates.data) return <Skeleton height={240} />;
  return people.data
    .filter(({ role, archived_at }) => role !== "client" && archived_at === null)
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ id, name }) => (
      <Person key={id} id={id} name={name} currency={currency} rates={rates.data.get(id) ?? []} />
    ));
}

interface PersonProps {
  id: string;
  name: string;
  currency: string;
  rates: PersonRate[];
}

function Person({ id, name, currency, rates }: PersonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const today = todayOf();
  const current = rates.find(({ valid_from }) => valid_from <= today);
  return (
    <section aria-label={name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} size="h3">
            {name}
          </Title>
          {/* The editor itself reports that there is no rate. */}
          {(rates.length > 0 || !isOpen) && (
            <Text size="sm" c="dimmed">
              {current
                ? `${formatMoney(current.cost_per_hour, currency)} since ${formatDay(current.valid_from)}`
                : "No rate"}
            </Text>
          )}
        </div>
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpen}
          aria-label={`Edit rates of ${name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          Edit rates
        </Button>
      </Group>
      {isOpen && (
        <RateEditor
          name={name}
          currency={currency}
          amounts={[...costs]}
          rates={rates}
          save={(valid_from, amounts) =>
            portfolioAction({
              type: "person_rate",
              person_id: id,
              valid_from,
              cost_per_hour: amounts?.cost_per_hour ?? null,
            })
          }
        />
      )}
    </section>
  );
}
