import { Switch, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { OperatingProfileUpdateAction } from "../../../../supabase/functions/_domain/portfolio/action-contract.ts";
import type { PortfolioActionInput } from "../../api/routes.ts";
import type { Rows } from "../../supabase/client.ts";
import {
  type Cadence,
  type Contact,
  cadenceLabels,
  cadences,
  contactsIn,
} from "../accounts/profile.ts";
import { ActionForm } from "./action-form.tsx";
import { Choice } from "./choice.tsx";
import { ConflictReview } from "./conflict-review.tsx";
import { ContactsEditor } from "./contacts-editor.tsx";
import { Loaded } from "./loaded.tsx";
import { profileAsOpened } from "./queries.ts";
import { useUpdateForm } from "./use-update-form.ts";

const fields = [
  "cadence",
  "contacts",
  "standing_facts",
  "definition_of_done",
  "shares_hours",
] as const;
type Field = (typeof fields)[number];

/** Lists of sentences are edited as text, a line each. */
interface ProfileValues {
  cadence: string;
  contacts: Contact[];
  standing_facts: string;
  definition_of_done: string;
  shares_hours: boolean;
}
type Profile = Rows["operating_profiles"];

const labels: Record<Field, string> = {
  cadence: "How often the client expects a status",
  contacts: "Contacts",
  standing_facts: "Key facts",
  definition_of_done: "Definition of done",
  shares_hours: "Show the client the hours used",
};

const valuesOf = (profile: Partial<Profile> | null): ProfileValues => ({
  cadence: profile?.cadence ?? "",
  contacts: contactsIn(profile?.contacts ?? []),
  standing_facts: (profile?.standing_facts ?? []).join("\n"),
  definition_of_done: (profile?.definition_of_done ?? []).join("\n"),
  shares_hours: profile?.shares_hours ?? false,
});

/** The value of a field as the contract expects it. */
function storedValue(values: ProfileValues, field: Field): unknown {
  switch (field) {
    case "cadence":
      return values.cadence || null;
    case "contacts":
      return values.contacts.map(({ name, role, email, phone }) => ({
        name,
        role: role || null,
        email: email || null,
        phone: phone || null,
      }));
    case "shares_hours":
      return values.shares_hours;
    default:
      return values[field].split("\n").filter((line) => line.trim() !== "");
  }
}

function show(field: Field, value: unknown): string {
  if (field === "cadence") return cadenceLabels[value as Cadence] ?? "Not set";
  if (field === "shares_hours") return value ? "Yes" : "No";
  if (field !== "contacts") return String(value) || "Empty";
  const lines = (value as Contact[]).map(({ name, role, email, phone }) =>
    [name, role, email, phone].filter(Boolean).join(", "),
  );
  return lines.join("\n") || "Nobody";
}

export function ProfileForm({ accountId }: { accountId: string }) {
  const profile = useQuery(profileAsOpened(accountId));
  return <Loaded query={profile}>{(row) => <Fields accountId={accountId} profile={row} />}</Loaded>;
}

function Fields({ accountId, profile }: { accountId: string; profile: Profile | null }) {
  const [initial] = useState(() => valuesOf(profile));
  const { controls, conflict } = useUpdateForm<ProfileValues, Field>({
    schema: OperatingProfileUpdateAction,
    fields,
    initial,
    version: profile?.version ?? 0,
    valuesOf: (row) => valuesOf(row),
    toAction: (values, fields, version) =>
      ({
        type: "operating_profile_update",
        account_id: accountId,
        version,
        changes: Object.fromEntries(fields.map((field) => [field, storedValue(values, field)])),
      }) as PortfolioActionInput,
    versionOf: (answer) =>
      answer.type === "operating_profile_update" ? answer.operating_profile.version : 0,
    savedMessage: "Operating profile saved.",
  });
  if (conflict) return <ConflictReview conflict={conflict} labels={labels} show={show} />;
  const { form } = controls;
  return (
    <ActionForm controls={controls} submitLabel="Save profile">
      <Choice
        label={labels.cadence}
        none="Not set"
        data-autofocus
        data={cadences.map((value) => ({ value, label: cadenceLabels[value] }))}
        {...form.getInputProps("cadence")}
      />
      <ContactsEditor form={form} />
      <Textarea
        label={labels.standing_facts}
        description="Facts that apply to all work on the account. One per line."
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps("standing_facts")}
      />
      <Textarea
        label={labels.definition_of_done}
        description="Conditions that finished work meets. One per line."
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps("definition_of_done")}
      />
      <Switch
        label={labels.shares_hours}
        {...form.getInputProps("shares_hours", { type: "checkbox" })}
      />
    </ActionForm>
  );
}
