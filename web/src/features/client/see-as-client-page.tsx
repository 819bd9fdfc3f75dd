import { Alert, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { EyeIcon } from "lucide-react";
import { actInPortal, getClientPortal } from "../../api/client-portal-routes.ts";
import { hasStatus } from "../../api/service-error.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { LeadsOnlyPage, NotFoundPage } from "../../ui/dead-end-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { PortalView } from "./portal-view.tsx";

const route = getRouteApi("/clients/$clientId/portal");

const accessLabels = {
  active: "has access",
  invited: "is invited",
  none: "has no access yet",
} as const;

/** The portal as a client sees it, and who has access, for admins and leads. */
export default function SeeAsClientPage() {
  return leads(useViewer()) ? <SeeAsClient /> : <LeadsOnlyPage />;
}

function SeeAsClient() {
  const { clientId } = route.useParams();
  const portal = useQuery({
    queryKey: ["client-portal", clientId],
    queryFn: ({ signal }) => getClientPortal(clientId, signal),
  });
  const access = useQuery({
    queryKey: ["client-access", clientId],
    queryFn: () => actInPortal({ action: "prepare_access", client_id: clientId }),
  });
  if (hasStatus(portal.error, 404)) return <NotFoundPage kind="client" />;
  const name = portal.data?.client.name ?? "Client";
  return (
    <Page
      title={`Client portal: ${name}`}
      context={
        <Link to="/clients/$clientId" params={{ clientId }}>
          {name}
        </Link>
      }
    >
      <Alert
        icon={<EyeIcon />}
        color="yellow"
        variant="light"
        title={`You see the portal as ${name} does`}
        mb="lg"
      >
        Your visit to this page is recorded. Only contacts of the client can approve deliverables
        and send requests.
      </Alert>
      <section aria-labelledby="access">
        <Title order={2} id="access" mb="xs">
          Access
        </Title>
        {access.isError && <Problem error={access.error} retry={() => void access.refetch()} />}
        {access.data?.contacts.length === 0 && (
          <Text c="dimmed">
            No contact has access yet. Check the portal below, then invite a contact under Settings,
            People.
          </Text>
        )}
        <ul>
          {access.data?.contacts.map((contact) => (
            <li key={contact.id}>
              {contact.name}
              {contact.email && ` (${contact.email})`} {accessLabels[contact.access]}
            </li>
          ))}
        </ul>
      </section>
      {portal.isError && <Problem error={portal.error} retry={() => void portal.refetch()} />}
      {portal.isPending && <Skeleton height={160} />}
      {portal.data && <PortalView portal={portal.data} mayAct={false} />}
    </Page>
  );
}
