import { Anchor, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import card from "../../ui/card.module.css";
import { Problem } from "../../ui/problem.tsx";
import classes from "./account-page.module.css";
import { clientContacts } from "./queries.ts";

/** A client's contacts in the CRM. They do not sign in; client contacts who do are listed under People. */
export function ClientContacts({ clientId }: { clientId: string }) {
  const contacts = useQuery(clientContacts(clientId));
  if (contacts.isError && !contacts.data) {
    return <Problem error={contacts.error} retry={() => void contacts.refetch()} />;
  }
  if (!contacts.data) return <Skeleton height={60} />;
  if (contacts.data.length === 0) {
    return (
      <Text c="dimmed">
        No contacts yet. They appear once this client is linked to its company in a connected CRM.
      </Text>
    );
  }
  return (
    <ul className={classes.projects}>
      {contacts.data.map(({ id, name, title, email, phone, managed_by }) => (
        <li key={id} className={card.card}>
          <h3 className={card.name}>{name}</h3>
          <div className={card.facts}>
            {title && <span>{title}</span>}
            {email && <Anchor href={`mailto:${email}`}>{email}</Anchor>}
            {phone && <span>{phone}</span>}
            {managed_by && <span>From {providerName(managed_by)}</span>}
          </div>
        </li>
      ))}
    </ul>
  );
}
