import { Button, CloseButton, Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { CircleCheckIcon, CircleIcon } from "lucide-react";
import type { ReactNode } from "react";
import { administers, useViewer } from "../../session/viewer.ts";
import { openAction } from "../portfolio-actions/open-action.ts";
import { SampleData } from "../sample-data/sample-data.tsx";
import classes from "./my-work-page.module.css";
import type { FirstSteps } from "./use-first-steps.ts";

/** The checklist of first steps in a new organization. */
export default function GettingStarted({ first }: { first: FirstSteps }) {
  const mayAdminister = administers(useViewer());
  const { state, isIntegrationSkipped, skipIntegration, close } = first;
  if (!state) return null;
  const stepStates = state.steps;
  const steps = [
    {
      name: "Set the organization's name and time zone",
      isDone: stepStates.is_named,
      action: mayAdminister ? (
        <Step to="/settings/organization">Open settings</Step>
      ) : (
        "An admin does this"
      ),
    },
    {
      name: "Create the first client and project, or import them",
      isDone: state.has_own_projects,
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
      isDone: stepStates.has_colleague,
      action: mayAdminister ? (
        <Step to="/settings/people/invite">Invite a person</Step>
      ) : (
        "An admin does this"
      ),
    },
    {
      name: "Upload a document, so that answers can cite it",
      isDone: stepStates.has_document,
      action: <Step to="/documents">Open documents</Step>,
    },
    {
      name: `Connect a tool you already use${isIntegrationSkipped && !stepStates.has_integration ? " (skipped)" : ""}`,
      isDone: stepStates.has_integration || isIntegrationSkipped,
      action: (
        <>
          {mayAdminister ? (
            <Step to="/settings/integrations">Open integrations</Step>
          ) : (
            "An admin does this"
          )}
          <Button
            size="xs"
            variant="default"
            aria-label="Skip: Connect a tool"
            onClick={() => {
              document.getElementById("first-steps")?.focus();
              skipIntegration();
            }}
          >
            Skip
          </Button>
        </>
      ),
    },
  ];
  const count = steps.filter(({ isDone }) => isDone).length;
  const isComplete = count === steps.length;
  return (
    <section aria-labelledby="first-steps" className={classes.checklist}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Title order={2} id="first-steps" tabIndex={-1}>
            First steps{" "}
            <span className={classes.count}>
              {count} of {steps.length} done
            </span>
          </Title>
          <Text c="dimmed" size="sm" mb="xs">
            {isComplete
              ? "Everything is ready. Your projects are in the portfolio."
              : "My work shows your tasks, hours and news. These steps add the first ones."}
          </Text>
        </div>
        <CloseButton aria-label="Dismiss the first steps" onClick={close} />
      </Group>
      {isComplete && (
        <Button component={Link} to="/portfolio" size="xs" mb="xs" onClick={close}>
          Open the portfolio
        </Button>
      )}
      <ol className={classes.list}>
        {steps.map(({ name, isDone, action }) => (
          <li key={name} className={classes.step}>
            {isDone ? (
              <CircleCheckIcon size={18} color="var(--cs-good)" role="img" aria-label="Done" />
            ) : (
              <CircleIcon size={18} role="img" aria-label="To do" />
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

type Place =
  | "/settings/integrations"
  | "/settings/organization"
  | "/import"
  | "/settings/people/invite"
  | "/documents";

function Step({ to, children }: { to: Place; children: ReactNode }) {
  return (
    <Button component={Link} to={to} size="xs" variant="default">
      {children}
    </Button>
  );
}
