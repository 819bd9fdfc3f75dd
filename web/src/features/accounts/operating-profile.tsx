import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { peopleNames } from "../../entities/person/queries.ts";
import { Instant } from "../../format/instant.tsx";
import type { Rows } from "../../supabase/client.ts";
import classes from "./account-page.module.css";
import { type Contact, cadenceLabels, contactsIn } from "./profile.ts";

interface Props {
  profile: Rows["operating_profiles"] | null;
  mayEdit: boolean;
}

/** The operating profile of an account. */
export function OperatingProfile({ profile, mayEdit }: Props) {
  const names = useQuery(peopleNames).data;
  if (!profile) {
    return (
      <Text c="dimmed">
        The profile records how often you report, whom to contact, key facts and the definition of
        done. {mayEdit ? "Edit the profile to begin." : "A lead can add it."}
      </Text>
    );
  }
  const contacts = contactsIn(profile.contacts);
  return (
    <>
      <dl className={classes.profile}>
        <Fact name="Status">{profile.cadence ? cadenceLabels[profile.cadence] : "Not set"}</Fact>
        <Fact name="Contacts">
          {contacts.length === 0 ? (
            "None"
          ) : (
            <ul className={classes.contacts}>
              {contacts.map((contact) => (
                <li key={`${contact.name} ${contact.email} ${contact.phone}`}>
                  <ContactLines contact={contact} />
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="Client sees hours used">{profile.shares_hours ? "Yes" : "No"}</Fact>
        <Fact name="Key facts">
          <Sentences lines={profile.standing_facts} />
        </Fact>
        <Fact name="Definition of done">
          <Sentences lines={profile.definition_of_done} />
        </Fact>
      </dl>
      <Text className={classes.quiet} mt="md">
        Last edited by {(profile.updated_by && names?.get(profile.updated_by)) ?? "someone"},{" "}
        <Instant at={profile.updated_at} />
      </Text>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Sentences({ lines }: { lines: string[] }) {
  if (lines.length === 0) return "None";
  return (
    <ul className={classes.sentences}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function ContactLines({ contact }: { contact: Contact }) {
  return (
    <>
      <div>
        {contact.name}
        {contact.role && <span className={classes.quiet}> · {contact.role}</span>}
      </div>
      {contact.email && <Anchor href={`mailto:${contact.email}`}>{contact.email}</Anchor>}
      {contact.email && contact.phone && " · "}
      {contact.phone && (
        <Anchor href={`tel:${contact.phone.replace(/[^+\d]/g, "")}`}>{contact.phone}</Anchor>
      )}
    </>
  );
}
