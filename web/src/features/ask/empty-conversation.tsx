import { Button, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { leads, useViewer } from "../../session/viewer.ts";

const questions = {
  lead: [
    "Which projects are at risk, and why?",
    "What did we promise clients in the last meetings?",
    "Where do hours run ahead of the budget?",
  ],
  member: [
    "What is due next in my projects?",
    "What was decided in the last meetings?",
    "What do the documents say about scope?",
  ],
};

/** What can be asked, before anything was. */
export function EmptyConversation({
  ask,
  children,
}: {
  ask: (question: string) => void;
  children: ReactNode;
}) {
  const viewer = useViewer();
  return (
    <Stack gap="sm" pb="xl" maw={620} align="flex-start">
      <Title order={2}>Ask about your projects</Title>
      <Text>
        Answers rest on projects, tasks, hours, documents, meetings, emails and notes that you may
        see, and every fact says where it stands.
      </Text>
      {children}
      {questions[leads(viewer) ? "lead" : "member"].map((question) => (
        <Button
          key={question}
          variant="default"
          size="xs"
          h="auto"
          py={6}
          styles={{ label: { whiteSpace: "normal", textAlign: "left", overflow: "visible" } }}
          onClick={() => ask(question)}
        >
          {question}
        </Button>
      ))}
    </Stack>
  );
}
