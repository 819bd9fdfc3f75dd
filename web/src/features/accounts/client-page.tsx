import { Button, Group, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { hasStatus } from "../../api/service-error.ts";
import { countOf } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import type { Rows } from "../../supabase/client.ts";
import card from "../../ui/card.module.css";
import { NotFoundPage } from "../../ui/dead-end-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { openAction } from "../portfolio-actions/open-action.ts";
import classes from "./account-page.module.css";
import { ClientContacts } from "./client-contacts.tsx";
import { ClientFacts } from "./client-facts.tsx";
import { clientDetails, projectsOfClient } from "./queries.ts";

const route = getRouteApi("/clients/$clientId");

export default function ClientPage() {
  const { clientId } = route.useParams();
  // Each client is its own page, so its heading takes the focus.
  return <Client key={clientId} id={clientId} />;
}

function Client({ id }: { id: string }) {
  const viewer = useViewer();
  const details = useQuery(clientDetails(id));
  if (hasStatus(details.error, 404)) return <NotFoundPage kind="client" />;
  if (details.isError && !details.data) {
    return (
      <Page title="Client">
        <Problem error={details.error} retry={() => void details.refetch()} />
      </Page>
    );
  }
  if (!details.data) {
    return (
      <div aria-busy="true">
        <Skeleton height={28} width={280} mb="lg" />
        <Skeleton height={160} />
      </div>
    );
  }
  const { client, accounts } = details.data;
  return (
    <Page
      title={client.name}
      context="Client"
      actions={
        leads(viewer) && (
          <Group gap="xs" wrap="nowrap">
            <Button
              size="xs"
              variant="default"
              renderRoot={(props) => (
                <Link to="/clients/$clientId/portal" params={{ clientId: id }} {...props} />
              )}
            >
              See as client
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => openAction({ kind: "edit-client", clientId: id, about: client.name })}
            >
              Edit client
            </Button>
            <Button size="xs" onClick={() => openAction({ kind: "new-account", clientId: id })}>
              New account
            </Button>
          </Group>
        )
      }
    >
      <ClientFacts client={client} />
      <section aria-labelledby="accounts">
        <Title order={2} id="accounts" mt="md" mb="sm">
          Accounts
        </Title>
        <Accounts clientId={id} accounts={accounts} />
      </section>
      <section aria-labelledby="contacts">
        <Title order={2} id="contacts" mt="md" mb="sm">
          Contacts
        </Title>
        <ClientContacts clientId={id} />
      </section>
    </Page>
  );
}

function Accounts(props: { clientId: string; accounts: Rows["accounts"][] }) {
  const { clientId, accounts } = props;
  const projects = useQuery(projectsOfClient(clientId)).data;
  if (accounts.length === 0) {
    return (
      <Text c="dimmed">No accounts yet. Projects belong to an account, so create one first.</Text>
    );
  }
  return (
    <ul className={classes.projects}>
      {accounts.map(({ id, name }) => {
        const clientProjects = projects?.filter((project) => project.account_id === id);
        return (
          <li key={id} className={card.card}>
            <h3 className={card.name}>
              <Link to="/accounts/$accountId" params={{ accountId: id }}>
                {name}
              </Link>
            </h3>
            {clientProjects && (
              <div className={card.facts}>
                <span>{countOf(clientProjects.length, "project")}</span>
                <span>
                  {countOf(
                    clientProjects.reduce(
                      (sum, project) => sum + (project.open_task_count ?? 0),
                      0,
                    ),
                    "open task",
                  )}
                </span>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
