import { Alert, Skeleton, Title, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { leads, useViewer } from "../../session/viewer.ts";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { LivePrompt, StagedPrompt } from "./live-prompt.tsx";
import classes from "./prompts.module.css";
import { prompt } from "./queries.ts";
import { SkillList } from "./skill-list.tsx";
import { VersionList } from "./version-list.tsx";
import { ownerOnly } from "./words.ts";

export default function PromptPage() {
  return leads(useViewer()) ? <PromptControl /> : <LeadsOnlyPage />;
}

function PromptControl() {
  const { data, error, refetch } = useQuery(prompt);
  return (
    <Page title="Prompt" context="The assistant's instructions and their history">
      {data ? (
        <>
          {!data.is_prompt_owner && (
            <Alert color="gray" variant="light" mb="md">
              {ownerOnly} You can read everything here and suggest changes to a prompt owner.
            </Alert>
          )}
          <Section id="live" title="Live">
            <LivePrompt prompt={data} />
          </Section>
          {data.staged && (
            <Section id="staged" title="Staged">
              <StagedPrompt prompt={data} staged={data.staged} />
            </Section>
          )}
          {(data.live || data.staged) && (
            <Section id="versions" title="Versions">
              <VersionList prompt={data} />
            </Section>
          )}
        </>
      ) : error ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <VisuallyHidden>Loading the prompt</VisuallyHidden>
          <Skeleton height={24} width={240} mb="sm" />
          <Skeleton height={220} />
        </div>
      )}
      {(data || error) && (
        <Section id="skills" title="Skills">
          <SkillList />
        </Section>
      )}
    </Page>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Title order={2} id={id} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
