import { Anchor, Text, Title } from "@mantine/core";
import type { Enums } from "../../supabase/client.ts";
import classes from "./account-profile.module.css";
import type { Contact, OperatingProfile } from "./queries.ts";

const cadenceLabels: Record<Enums["reporting_cadence"], string> = {
  weekly: "A status every week",
  fortnightly: "A status every two weeks",
  monthly: "A status every month",
  quarterly: "A status every quarter",
  on_request: "A status on request",
};

/** The schedule of statuses, contacts, key facts and definition of done of an account. */
export function AccountProfile({ profile }: { profile: OperatingProfile | null }) {
  if (!profile)
    return (
      <Text c="dimmed">No operating profile yet. A lead can add it on the account's page.</Text>
    );
  const { cadence, contacts, standing_facts, definition_of_done } = profile;
  return (
    <div className={classes.profile}>
      <Text>{cadence ? cadenceLabels[cadence] : "No status schedule agreed."}</Text>
      {contacts.length > 0 && (
        <div>
          <Title order={3}>Contacts</Title>
          <ul className={classes.list}>
            {contacts.map((contact) => (
              <ContactLine key={`${contact.name} ${contact.email}`} contact={contact} />
            ))}
          </ul>
        </div>
      )}
      <Sentences title="Key facts" sentences={standing_facts} />
      <Sentences title="Definition of done" sentences={definition_of_done} />
    </div>
  );
}

function ContactLine({ contact: { name, role, email, phone } }: { contact: Contact }) {
  return (
    <li>
      {name}
      {role && <span className={classes.quiet}> · {role}</span>}
      {(email || phone) && (
        <div className={classes.reach}>
          {email && <Anchor href={`mailto:${email}`}>{email}</Anchor>}
          {phone && <Anchor href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</Anchor>}
        </div>
      )}
    </li>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div>
      <Title order={3}>{title}</Title>
      <ul className={classes.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
