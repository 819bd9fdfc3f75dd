import { List } from "@mantine/core";
import { useEffect } from "react";
import type { Account } from "../../api/routes.ts";
import { Instant } from "../../format/instant.tsx";
import { Section } from "./section.tsx";
import { useAccountChange } from "./use-account-change.ts";

type Notice = Account["notices"][number];

/** Changes that others made to the person's sign-in. Showing it counts as having read it; the list stays. */
export function NoticesSection({ account }: { account: Account }) {
  const { notices } = account;
  const { mutate } = useAccountChange();
  const unread = notices.find(({ is_read }) => !is_read)?.at;
  useEffect(() => {
    if (unread) mutate({ action: "read_notices", until: unread });
  }, [unread, mutate]);
  if (notices.length === 0) return null;
  return (
    <Section
      title="Changes to your sign-in"
      description="Other people made these changes in the last 90 days. If you didn't ask for one, change your password and tell an admin other than the person named here."
    >
      <List size="md" spacing="xs">
        {notices.map((notice) => (
          <List.Item key={notice.id}>
            {inWords(notice)}, <Instant at={notice.at} />
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

function inWords({ kind, by_name }: Notice): string {
  switch (kind) {
    case "password_link_created":
      return `${by_name ?? "The operator of the service"} created a password link for your account`;
    case "password_link_used":
      return "A password link was used to set a new password";
    case "second_factor_removed":
      return `${by_name ?? "The operator of the service"} removed your second factor`;
  }
}
