import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { signOutEverywhere } from "../../session/session.ts";
import { Section } from "./section.tsx";

export function SessionsSection() {
  const [isAsking, setIsAsking] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <Section
      title="Sessions"
      description="Sign out on every device, for example after you lose one."
    >
      {isAsking ? (
        <>
          <Text role="status">You will have to sign in again on this device too.</Text>
          <Group gap="xs">
            <Button
              color="red"
              onClick={async () => setHasFailed(!(await signOutEverywhere()))}
              data-autofocus
            >
              Sign out on all devices
            </Button>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              Stay signed in
            </Button>
          </Group>
        </>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setIsAsking(true)}>
            Sign out everywhere
          </Button>
        </Group>
      )}
      {hasFailed && (
        <Text c="var(--cs-bad)" role="alert">
          Not signed out: the service cannot be reached. Try again.
        </Text>
      )}
    </Section>
  );
}
