import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { draftDeliverable, draftUpdate } from "../../api/draft-routes.ts";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { AppLink } from "../../ui/app-link.tsx";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { profilesQuery } from "./queries.ts";

const WEEKLY = "weekly";

export default function DraftsPage() {
  if (!leads(useViewer())) return <LeadsOnlyPage />;
  return (
    <Page title="Drafts">
      <Stack gap="md" maw={640}>
        <Text size="sm">
          Countersign drafts a document from the records of one project and one period: finished and
          late work, decisions, hours and passages from its sources. It becomes a card in the inbox.
          Nothing is published until you approve it.
        </Text>
        <DraftForm />
        <Text size="sm" c="dimmed">
          <AppLink to="/settings/profiles" underline="always">
            Authoring profiles
          </AppLink>{" "}
          set the sections, sources and writing style of each document.
        </Text>
      </Stack>
    </Page>
  );
}

function DraftForm() {
  const navigate = useNavigate();
  const profiles = useQuery(profilesQuery);
  const [project, setProject] = useState<string | null>(null);
  const projects = useProjectChoices(project ?? "");
  const [document, setDocument] = useState(WEEKLY);
  const [title, setTitle] = useState("");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const draft = useMutation({
    mutationFn: (projectId: string) => {
      const request = {
        project_id: projectId,
        ...(from && { from_on: from }),
        ...(to && { to_on: to }),
      };
      return document === WEEKLY
        ? draftUpdate(request)
        : draftDeliverable({
            ...request,
            authoring_profile_id: document,
            ...(title.trim() && { title }),
          });
    },
    onSuccess: ({ approval, readiness }) => {
      notifySaved(
        readiness.length > 0
          ? "Draft ready for review. Some sentences need a source before you can approve it."
          : "Draft ready for review.",
      );
      void navigate({ to: "/inbox/$approvalId", params: { approvalId: approval.id } });
    },
  });
  const order = from && to && from > to ? "The period ends before it begins" : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (project && !order) draft.mutate(project);
  };
  if (profiles.error) return <Problem error={profiles.error} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Select
          label="Project"
          withAsterisk
          searchable
          limit={50}
          value={project}
          onChange={setProject}
          error={isChecked && !project ? "Choose a project" : undefined}
          {...projects}
        />
        <Select
          label="Document"
          allowDeselect={false}
          value={document}
          onChange={(value) => value && setDocument(value)}
          data={[
            { value: WEEKLY, label: "Weekly update" },
            ...(profiles.data ?? [])
              .filter(({ archived_at }) => archived_at === null)
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {document !== WEEKLY && (
          <TextInput
            label="Title"
            description="Leave empty to use the names of the profile and the project."
            value={title}
            maxLength={200}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        )}
        <Group align="flex-start" grow>
          <TextInput
            type="date"
            label="From"
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label="To"
            value={to}
            error={order}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </Group>
        <Text size="sm" c="dimmed">
          Leave both days empty to cover the last seven days.
        </Text>
        {draft.error && <Problem error={draft.error} />}
        <Group>
          <Button type="submit" loading={draft.isPending}>
            Write draft
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
