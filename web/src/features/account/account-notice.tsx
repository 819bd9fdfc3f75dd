import { Alert, Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { whoamiQuery } from "../../session/whoami.ts";

/** A notice above every page until the person has read the changes that others made to their sign-in. */
export function AccountNotice({ onShow }: { onShow: () => void }) {
  const unread = useQuery(whoamiQuery).data?.unread_account_notices;
  if (!unread) return null;
  return (
    <Alert color="yellow" variant="light" role="status" mb="md" title="Your sign-in was changed">
      <Group gap="sm" justify="space-between">
        If you didn't ask for this change, change your password and tell an admin other than the
        person who made it.
        <Button size="xs" variant="default" onClick={onShow}>
          See the change
        </Button>
      </Group>
    </Alert>
  );
}
