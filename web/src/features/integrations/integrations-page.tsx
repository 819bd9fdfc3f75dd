import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { administers, leads, useViewer } from "../../session/viewer.ts";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { ProviderSection } from "./provider-section.tsx";
import { integrationsQuery } from "./queries.ts";

export default function IntegrationsPage() {
  if (!leads(useViewer())) return <LeadsOnlyPage />;
  return (
    <SettingsPage name="Integrations">
      <Integrations />
    </SettingsPage>
  );
}

function Integrations() {
  const mayConnect = administers(useViewer());
  const query = useQuery(integrationsQuery);
  if (query.isError && !query.data) {
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton height={360} />;
  const connectedProviders = query.data.filter(({ connection }) => connection);
  const otherProviders = query.data.filter(({ connection }) => !connection);
  return (
    <Stack gap="lg" maw={880}>
      {connectedProviders.length === 0 && (
        <Text>
          An integration reads data from another tool into your projects, and executes approved
          cards for tasks and events there.{" "}
          {mayConnect
            ? "Connect a tool first. Then assign its lists, folders or calendars to projects."
            : "No tool is connected yet. Ask an admin to connect one."}
        </Text>
      )}
      {[...connectedProviders, ...otherProviders].map((provider) => (
        <ProviderSection key={provider.provider} provider={provider} />
      ))}
    </Stack>
  );
}
