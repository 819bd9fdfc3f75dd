import { Anchor, Badge, Button, Group, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { hasStatus } from "../../api/service-error.ts";
import { Instant } from "../../format/instant.tsx";
import { leads, useViewer } from "../../session/viewer.ts";
import { NotFoundPage } from "../../shell/dead-end-pages.tsx";
import { Page } from "../../shell/page.tsx";
import { Problem } from "../../shell/problem.tsx";
import type { Rows } from "../../supabase/client.ts";
import { openAction } from "../portfolio-actions/open-action.ts";
import classes from "./account-page.module.css";
import { AccountProjects } from "./account-projects.tsx";
import { OperatingProfile } from "./operating-profile.tsx";
import { accountDetails } from "./queries.ts";

const route = getRouteApi("/accounts/$accountId");

export default function AccountPage() {
  const { accountId } = route.useParams();
  // Another account is another page: its heading takes the focus.
  return <Account key={accountId} id={accountId} />;
}

function Account({ id }: { id: string }) {
  const viewer = useViewer();
  const details = useQuery(accountDetails(id));
  if (hasStatus(details.error, 404)) return <NotFoundPage what="account" />;
  if (details.isError && !details.data) {
    return (
      <Page title="Account">
        <Problem error={details.error} retry={() => void details.refetch()} />
      </Page>
    );
  }
  if (!details.data) return <AccountSkeleton />;

  const { account, client, profile } = details.data;
  const mayEdit = leads(viewer);
  return (
    <Page
      title={account.name}
      actions={
        mayEdit && (
          <Group gap="xs" wrap="nowrap">
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                openAction({
                  kind: "edit-client",
                  clientId: account.client_id,
                  about: client?.name,
                })
              }
            >
              Edit client
            </Button>
            <Button
              size="xs"
              onClick={() =>
                openAction({ kind: "operating-profile", accountId: id, about: account.name })
              }
            >
              Edit profile
            </Button>
          </Group>
        )
      }
    >
      {client && (
        <Text c="dimmed" size="sm" mt={-12} mb="md">
          {client.name}
        </Text>
      )}
      <div className={classes.columns}>
        <section aria-labelledby="projects">
          <Title order={2} id="projects" mb="sm">
            Projects
          </Title>
          <AccountProjects accountId={id} />
        </section>
        <div className={classes.facts}>
          {client && <ClientFacts client={client} />}
          <section aria-labelledby="profile">
            <Title order={2} id="profile" mb="sm">
              Operating profile
            </Title>
            <OperatingProfile profile={profile} mayEdit={mayEdit} />
          </section>
        </div>
      </div>
    </Page>
  );
}

function ClientFacts({ client }: { client: Rows["clients"] }) {
  return (
    <section aria-labelledby="client">
      <Title order={2} id="client" mb="sm">
        Client
      </Title>
      <Group gap="xs">
        <Text size="lg">{client.name}</Text>
        {client.archived_at && (
          <Badge color="gray" variant="light" tt="none">
            Archived <Instant at={client.archived_at} />
          </Badge>
        )}
      </Group>
      {client.website && (
        <Anchor href={client.website} target="_blank" rel="noopener noreferrer">
          {client.website}
        </Anchor>
      )}
      {client.note && <p className={classes.prose}>{client.note}</p>}
    </section>
  );
}

function AccountSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={28} width={280} mb="lg" />
      <Skeleton height={240} />
    </div>
  );
}
