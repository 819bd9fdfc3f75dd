import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { leads, useViewer } from "../../session/viewer.ts";
import { AppLink } from "../../ui/app-link.tsx";
import { unsettledBySeverity } from "./findings-view.ts";
import { SeverityLabel } from "./labels.tsx";
import { projectFindingCounts } from "./queries.ts";

/** A project's open findings by severity, each with a link. Nothing for viewers without Health. */
export function ProjectFindings({ projectId }: { projectId: string }) {
  const isLead = leads(useViewer());
  const counts = useQuery({ ...projectFindingCounts(projectId), enabled: isLead });
  if (!counts.data) return null;
  const severityCounts = unsettledBySeverity(counts.data);
  if (severityCounts.length === 0) return <Text c="dimmed">No findings.</Text>;
  return (
    <Group component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
      {severityCounts.map(({ severity, count }) => (
        <li key={severity}>
          <AppLink to={`/health?project=${projectId}&severity=${severity}`}>
            <SeverityLabel severity={severity} count={count} />
          </AppLink>
        </li>
      ))}
    </Group>
  );
}
