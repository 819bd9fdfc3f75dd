import { Button, CloseButton, Group, Text, Title } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconCircle, IconCircleCheck } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { getSettings } from "../../api/routes.ts";
import { projectSummaries } from "../../entities/project/queries.ts";
import { administers, leads, useViewer } from "../../session/viewer.ts";
import { read, supabase } from "../../supabase/client.ts";
import { openAction } from "../portfolio-actions/open-action.ts";
import { sampleDataRead } from "../sample-data/queries.ts";
import { SampleData } from "../sample-data/sample-data.tsx";
import classes from "./my-work-page.module.css";

type Stage = "" | "open" | "closed";

/** The first steps of an organization. They appear when it has no project, and stay until all are done or dismissed. */
export function GettingStarted() {
  const viewer = useViewer();
  const projects = useQuery({ ...projectSummaries, enabled: leads(viewer) }).data;
  const [stage, setStage] = useLocalStorage<Stage>({
    key: `countersign-first-steps-${viewer.organization.id}`,
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  const isEmpty = projects?.length === 0;
  useEffect(() => {
    if (isEmpty && stage === "") setStage("open");
  }, [isEmpty, stage, setStage]);
  if (!projects || stage === "closed" || (!isEmpty && stage === "")) return null;
  return <Checklist onClose={() => setStage("closed")} />;
}

/** The steps that are done, apart from the project. */
const firstSteps = queryOptions({
  queryKey: ["first-steps"],
  queryFn: async ({ signal }) => {
    const [settings, people, documents] = await Promise.all([
      getSettings(signal),
      read(
        supabase().from("people").select("id").is("archived_at", null).limit(2).abortSignal(signal),
      ),
      read(supabase().from("documents").select("id").limit(1).abortSignal(signal)),
    ]);
    return {
      isNamed: settings.settings.version > 0,
      hasPeople: people.data.length > 1,
      hasDocument: documents.data.length > 0,
    };
  },
});

function Checklist({ onClose }: { onClose: () => void }) {
  const mayAdminister = administers(useViewer());
  const { data: done } = useQuery(firstSteps);
  const samples = useQuery(sampleDataRead).data;
  if (!done || !samples) return null;
  const steps = [
    {
      name: "Set the organization’s name and time zone",
      isDone: done.isNamed,
      action: mayAdminister ? (
        <Step to="/settings/organization">Open settings</Step>
      ) : (
        "An admin does this"
      ),
    },
    {
      name: "Create the first client and project, or import them",
      isDone: samples.has_own_projects,
      action: (
        <>
          <Button size="xs" onClick={() => openAction({ kind: "new-project" })}>
            New project
          </Button>
          <Step to="/import">Import a portfolio</Step>
        </>
      ),
    },
    {
      name: "Invite the people you work with",
      isDone: done.hasPeople,
      action: mayAdminister ? (
        <Step to="/settings/people/invite">Invite a person</Step>
      ) : (
        "An admin does this"
      ),
    },
    {
      name: "Upload a document, so that answers can cite it",
      isDone: done.hasDocument,
      action: <Step to="/documents">Open documents</Step>,
    },
  ];
  const count = steps.filter(({ isDone }) => isDone).length;
  if (count === steps.length) return null;
  return (
    <section aria-labelledby="first-steps" className={classes.checklist}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Title order={2} id="first-steps">
            First steps{" "}
            <span className={classes.count}>
              {count} of {steps.length} done
            </span>
          </Title>
          <Text c="dimmed" size="sm" mb="xs">
            My work shows your tasks, hours and news. These steps add the first ones.
          </Text>
        </div>
        <CloseButton aria-label="Dismiss the first steps" onClick={onClose} />
      </Group>
      <ol className={classes.list}>
        {steps.map(({ name, isDone, action }) => (
          <li key={name} className={classes.step}>
            {isDone ? (
              <IconCircleCheck size={18} color="var(--cs-good)" role="img" aria-label="Done" />
            ) : (
              <IconCircle size={18} role="img" aria-label="To do" />
            )}
            <span className={classes.words}>{name}</span>
            {!isDone && <Group gap="xs">{action}</Group>}
          </li>
        ))}
      </ol>
      {mayAdminister && <SampleData />}
    </section>
  );
}

type Place = "/settings/organization" | "/import" | "/settings/people/invite" | "/documents";

function Step({ to, children }: { to: Place; children: ReactNode }) {
  return (
    <Button component={Link} to={to} size="xs" variant="default">
      {children}
    </Button>
  );
}
