import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { portfolioAction } from "../../api/routes.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { projectRates } from "./queries.ts";
import { RateEditor } from "./rate-editor.tsx";
import { ReleasedDates } from "./released-dates.tsx";

const amounts = [
  { name: "revenue_per_hour", label: "Revenue per hour", isRequired: true },
  {
    name: "cost_per_hour",
    label: "Cost per hour",
    description: "For people without a rate",
    isRequired: false,
  },
] as const;

/** The revenue and cost of an hour of the project, and the dates for its client. */
export default function ProjectRates({ project }: { project: ProjectSummary }) {
  const rates = useQuery(projectRates(project.id));
  const { currency } = useViewer().organization;
  return (
    <Stack gap="xl" maw={720}>
      <section aria-labelledby="project-rates">
        <Title order={2} id="project-rates" mb="xs">
          Rates
        </Title>
        <Text size="sm" mb="sm">
          Estimates requested through the API include the margin of similar finished work, at the
          rates valid when that work was done. Clients never see rates.
        </Text>
        {rates.isError && !rates.data ? (
          <Problem error={rates.error} retry={() => void rates.refetch()} />
        ) : rates.data ? (
          <RateEditor
            name={project.name}
            currency={currency}
            amounts={[...amounts]}
            rates={rates.data}
            save={(valid_from, values) =>
              portfolioAction({
                type: "project_rate",
                project_id: project.id,
                valid_from,
                revenue_per_hour: values?.revenue_per_hour ?? null,
                cost_per_hour: values?.cost_per_hour ?? null,
              })
            }
          />
        ) : (
          <Skeleton height={160} />
        )}
      </section>
      <ReleasedDates project={project} />
    </Stack>
  );
}
