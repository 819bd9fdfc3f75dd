import { Anchor, Text, Title } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { BurnSection } from "./burn-section.tsx";
import { HoursTable } from "./hours-table.tsx";

const route = getRouteApi("/projects/$projectId");

/** The hours over time, and every entry. */
export default function ProjectHours({ project }: { project: ProjectSummary }) {
  const { day } = route.useSearch();
  const navigate = route.useNavigate();
  if (project.actual_hours === 0) {
    return (
      <Text size="lg" c="dimmed" maw={520}>
        Here you will see how the hours compare with the budget. No hours yet: log the first ones
        under{" "}
        <Anchor inherit renderRoot={(props) => <Link to="/time" {...props} />}>
          Hours
        </Anchor>
        .
      </Text>
    );
  }
  return (
    <>
      <BurnSection project={project} />
      <section aria-labelledby="entries">
        <Title order={2} id="entries" mb="sm">
          Entries
        </Title>
        <HoursTable
          project={project}
          day={day}
          onClearDay={() =>
            void navigate({ search: (before) => ({ ...before, day: "" }), resetScroll: false })
          }
        />
      </section>
    </>
  );
}
