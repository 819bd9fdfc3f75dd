import { Button, Group, List, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CodeForm } from "../../session/code-form.tsx";
import { enrolFactor } from "../../session/second-factor.ts";
import { Problem } from "../../ui/problem.tsx";
import classes from "./account-page.module.css";

interface Props {
  onDone: () => void;
  onCancel: () => void;
}

/** Three steps: scan the code, enter the app's first code, done. */
export function EnrolFactor({ onDone, onCancel }: Props) {
  const enrolling = useQuery({
    queryKey: ["form", "second-factor"],
    queryFn: enrolFactor,
    gcTime: 0,
    staleTime: "static",
    retry: false,
  });
  if (enrolling.error) {
    return <Problem error={enrolling.error} retry={() => void enrolling.refetch()} />;
  }
  if (!enrolling.data) return <Skeleton height={320} />;
  const { id, image, secret } = enrolling.data;
  return (
    <Stack gap="md">
      <List type="ordered" size="md" spacing="xs">
        <List.Item>Open an authenticator app on your phone and add an account.</List.Item>
        <List.Item>
          Scan this code, or enter the key below it.
          <Stack gap="xs" mt="xs">
            <img
              src={image}
              alt="QR code that adds this account to an authenticator app"
              className={classes.code}
            />
            <Text size="sm">
              Key: <span className={classes.secret}>{secret.match(/.{1,4}/g)?.join(" ")}</span>
            </Text>
          </Stack>
        </List.Item>
        <List.Item>Enter the code that the app shows now.</List.Item>
      </List>
      <CodeForm submitLabel="Turn on second factor" factorId={id} onVerified={onDone} />
      <Group>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
