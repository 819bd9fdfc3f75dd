import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Problem } from "../../ui/problem.tsx";
import { ProjectCard } from "../portfolio/project-card.tsx";
import classes from "./account-page.module.css";
import { accountProjects } from "./queries.ts";

export function AccountProjects({ accountId }: { accountId: string }) {
  const projects = useQuery(accountProjects(accountId));
  if (projects.isError && !projects.data) {
    return <Problem error={projects.error} retry={() => void projects.refetch()} />;
  }
  if (!projects.data) return <Skeleton height={240} />;
  if (projects.data.length === 0) {
    return (
      <Text c="dimmed">
        No projects yet. The projects of this account appear here once a lead creates one.
      </Text>
    );
  }
  return (
    <ul className={classes.projects}>
      {projects.data.map((project) => (
        <li key={project.id}>
          <ProjectCard project={project} group="account" />
        </li>
      ))}
    </ul>
  );
}
