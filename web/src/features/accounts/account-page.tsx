import { Button, Group, Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { hasStatus } from "../../api/service-error.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { NotFoundPage } from "../../ui/dead-end-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { openAction } from "../portfolio-actions/open-action.ts";
import classes from "./account-page.module.css";
import { AccountProjects } from "./account-projects.tsx";
import { ClientFacts } from "./client-facts.tsx";
import { OperatingProfile } from "./operating-profile.tsx";
import { accountDetails, accountProjects } from "./queries.ts";

const route = getRouteApi("/accounts/$accountId");

export default function AccountPage() {
  const { accountId } = route.useParams();
  // Each account is its own page, so its heading takes the focus.
  return <Account key={accountId} id={accountId} />;
}

function Account({ id }: { id: string }) {
  const viewer = useViewer();
  const details = useQuery(accountDetails(id));
  // The page waits for its projects: on a phone they would push the client and the profile down.
  const projects = useQuery(accountProjects(id));
  if (hasStatus(details.error, 404)) return <NotFoundPage kind="account" />;
  if (details.isError && !details.data) {
    return (
      <Page title="Account">
        <Problem error={details.error} retry={() => void details.refetch()} />
      </Page>
    );
  }
  if (!details.data || projects.isPending) return <AccountSkeleton />;

  const { account, client, profile } = details.data;
  const mayEdit = leads(viewer);
  return (
    <Page
      title={account.name}
      context={
        client && (
          <Link to="/clients/$clientId" params={{ clientId: client.id }} className={classes.client}>
            {client.name}
          </Link>
        )
      }
      actions={
        mayEdit && (
          <Group gap="xs">
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
              variant="default"
              onClick={() =>
                openAction({ kind: "rename-account", accountId: id, about: account.name })
              }
            >
              Rename account
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
      <div className={classes.columns}>
        <section aria-labelledby="projects">
          <Group justify="space-between" mb="sm" mih={30}>
            <Title order={2} id="projects">
              Projects
            </Title>
            {mayEdit && (
              <Button
                size="xs"
                variant="default"
                onClick={() => openAction({ kind: "new-project", accountId: id })}
              >
                New project
              </Button>
            )}
          </Group>
          <AccountProjects accountId={id} />
        </section>
        <div className={classes.facts}>
          {client && (client.archived_at || client.website || client.note) && (
            <section aria-labelledby="client">
              <Title order={2} id="client" mb="sm">
                Client
              </Title>
              <ClientFacts client={client} />
            </section>
          )}
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

function AccountSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={28} width={280} mb="lg" />
      <Skeleton height={240} />
    </div>
  );
}
