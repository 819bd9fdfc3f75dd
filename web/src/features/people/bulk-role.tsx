import { Button, Group, NativeSelect, Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { actOnPeople, type ChangePreview, type PersonChange } from "../../api/routes.ts";
import { countOf } from "../../format/numbers.ts";
import { useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { BulkResults } from "../portfolio-actions/bulk-results.tsx";
import type { SentChange } from "../portfolio-actions/send-each.ts";
import { useBulkChange } from "../portfolio-actions/use-bulk-change.ts";
import { compareAccess } from "./access-words.ts";
import { type BulkProps, MOST } from "./bulk.ts";
import { roleLabels, roleMeanings } from "./labels.ts";
import type { ListedPerson } from "./people-view.ts";
import { type PersonRole, rolePreviews } from "./queries.ts";

/** A contact needs a client, which people who work together seldom share. */
const roles: PersonRole[] = ["admin", "lead", "member"];

/** The entry confirms by name that the viewer gives up rights. */
const OWN_ROLE = "Change your own role in your own entry";

interface RoleChange extends SentChange {
  person: ListedPerson;
  preview?: ChangePreview | undefined;
}

/** Gives several people the same role: first the effect on each, then the change of each, which can be undone. */
export function BulkRole({ people, onState, onClose, onDone }: BulkProps) {
  const viewer = useViewer();
  const [role, setRole] = useState<PersonRole | "">("");
  const others = people.filter((person) => person.role !== role);
  const [checked, setChecked] = useState(0);
  const previews = useQuery(
    rolePreviews(others, people.length > 0 && people.length <= MOST ? role : "", setChecked),
  );
  const plan = previews.data?.map(({ preview, refusal }, index): RoleChange => {
    const person = others[index] as ListedPerson;
    const reason = refusal ?? (person.id === viewer.id ? OWN_ROLE : undefined);
    return { name: person.name, person, preview, ...(reason && { refusal: reason }) };
  });
  const changes = plan?.filter(({ refusal }) => refusal === undefined) ?? [];
  const refusals = plan?.filter(({ refusal }) => refusal !== undefined) ?? [];
  const apply = useBulkChange<RoleChange>({
    send: async ({ person: { id, version } }) =>
      role ? (await change(id, version, { to: "role", role })).version : version,
    restore: ({ person, version = person.version }) => restore(person, version),
    messageOf: (count) => `${countOf(count, "role")} changed.`,
    onDone,
  });
  const { results, isSending } = apply;
  useEffect(
    () => onState(results ? "sent" : isSending ? "sending" : "editing"),
    [onState, results, isSending],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (results) heading.current?.focus();
  }, [results]);
  const rows = results ? [...results, ...refusals] : plan;
  return (
    <>
      <NativeSelect
        label="Role"
        description={role && roleMeanings[role]}
        disabled={isSending || results !== undefined}
        value={role}
        onChange={(event) => {
          setChecked(0);
          setRole(event.currentTarget.value as PersonRole | "");
        }}
        data={[
          { value: "", label: "Choose a role", disabled: true },
          ...roles.map((value) => ({ value, label: roleLabels[value] })),
        ]}
      />
      {previews.isFetching && (
        <div aria-busy="true">
          <Text size="sm" c="dimmed" mb={4}>
            Checking the effects: {checked} of {others.length} people
          </Text>
          <Skeleton height={64} />
        </div>
      )}
      {previews.isError && !previews.isFetching && (
        <Problem error={previews.error} retry={() => void previews.refetch()} />
      )}
      {rows && !previews.isFetching && (
        <BulkResults
          heading={heading}
          noun="role"
          many="roles"
          results={rows}
          unchangedCount={people.length - others.length}
          isApplied={results !== undefined}
          keyOf={({ person }) => person.id}
          lines={linesOf}
        />
      )}
      <VisuallyHidden role="status">
        {plan && !previews.isFetching && `${countOf(changes.length, "role")} can be changed`}
      </VisuallyHidden>
      <Group justify="flex-end" gap="xs">
        {results ? (
          <Button onClick={onDone}>Close</Button>
        ) : (
          <>
            <Text size="xs" c="dimmed" mr="auto">
              {isSending
                ? `${apply.sentCount} of ${changes.length} sent`
                : "Nothing has been changed yet."}
            </Text>
            <Button variant="default" disabled={isSending} onClick={onClose}>
              Cancel
            </Button>
            <Button
              disabled={changes.length === 0 || previews.isFetching}
              loading={isSending}
              onClick={() => apply.begin(changes)}
            >
              Change {countOf(changes.length, "role")}
            </Button>
          </>
        )}
      </Group>
    </>
  );
}

/** The access that the role gives and takes, and the projects that it leaves without a lead. */
function linesOf({ preview }: RoleChange) {
  if (!preview) return [];
  const leads = preview.leads.map(({ name }) => name).join(", ");
  return [
    ...compareAccess(preview.before, preview.after)
      .filter(({ isChanged }) => isChanged)
      .map(({ label, before, after }) => ({ label, before, after })),
    ...(leads
      ? [{ label: "Projects led", before: leads, after: "these projects need another lead" }]
      : []),
  ];
}

async function change(person_id: string, version: number, next: PersonChange) {
  return (await actOnPeople({ action: "change", person_id, version, change: next })).person;
}

/** The former role, and with it the ownership of the prompt that a member cannot keep. */
async function restore(person: ListedPerson, version: number): Promise<void> {
  const { id, role, client_id, is_prompt_owner } = person;
  const before = await change(id, version, { to: "role", role, client_id });
  if (before.is_prompt_owner !== is_prompt_owner) {
    await change(id, before.version, { to: "prompt_owner", is_prompt_owner });
  }
}
