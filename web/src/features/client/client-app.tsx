import { Button, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getClientPortfolio } from "../../api/routes.ts";
import { StatusLabel } from "../../entities/project/badges.tsx";
import { formatDay } from "../../format/dates.ts";
import { PersonMenu } from "../../session/person-menu.tsx";
import { useViewer } from "../../session/viewer.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Problem } from "../../ui/problem.tsx";
import { AccountNotice } from "../account/account-notice.tsx";
import classes from "./client-app.module.css";

const AccountPage = lazyPart(() => import("../account/account-page.tsx"));

/** All that a client contact sees: their own projects, by name, status and dates, and their own account. */
export default function ClientApp() {
  const viewer = useViewer();
  const [path, open] = usePath();
  return (
    <>
      <header className={classes.topbar}>
        <Mark />
        <span className={classes.host}>{viewer.organization.name}</span>
        <PersonMenu onShowAccount={() => open("/account")} />
      </header>
      <main className={classes.main}>
        <AccountNotice onShow={() => open("/account")} />
        {path === "/account" ? (
          <>
            <Button variant="subtle" size="compact-sm" mb="md" onClick={() => open("/")}>
              Back to your projects
            </Button>
            <AccountPage />
          </>
        ) : (
          <Projects />
        )}
      </main>
    </>
  );
}

/** The address, for two pages that need no router. */
function usePath(): [string, (path: string) => void] {
  const [path, setPath] = useState(window.location.pathname);
  useEffect(() => {
    const follow = () => setPath(window.location.pathname);
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  return [
    path,
    (next) => {
      window.history.pushState(null, "", next);
      setPath(next);
    },
  ];
}

function Projects() {
  const viewer = useViewer();
  const portfolio = useQuery({
    queryKey: ["client-portfolio"],
    queryFn: ({ signal }) => getClientPortfolio(signal),
  });
  return (
    <>
      <title>Your projects · Countersign</title>
      <Title order={1} mb="lg">
        Your projects
      </Title>
      {portfolio.isError && (
        <Problem error={portfolio.error} retry={() => void portfolio.refetch()} />
      )}
      {portfolio.isPending && <Skeleton height={160} />}
      {portfolio.data?.projects.length === 0 && (
        <Text size="lg" c="dimmed">
          {viewer.organization.name} has no projects with you yet. Your first project will appear
          here when it starts.
        </Text>
      )}
      <ul className={classes.projects}>
        {portfolio.data?.projects.map((project) => (
          <li key={project.id} className={classes.project}>
            <div>
              <Text size="lg" fw={500} component="h2">
                {project.name}
              </Text>
              <Text size="sm" c="dimmed">
                {project.account_name}
              </Text>
            </div>
            <StatusLabel status={project.status} />
            <Text size="sm" c="dimmed" className={classes.dates}>
              {datesOf(project)}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}

function datesOf({
  starts_on,
  due_on,
}: {
  starts_on: string | null;
  due_on: string | null;
}): string {
  if (starts_on && due_on) return `${formatDay(starts_on)} to ${formatDay(due_on)}`;
  if (starts_on) return `Since ${formatDay(starts_on)}`;
  return due_on ? `Due ${formatDay(due_on)}` : "No dates yet";
}
