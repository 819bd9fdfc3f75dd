import { Button, Group, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Account, changeAccount } from "../../api/routes.ts";
import { formatDay, todayOf } from "../../format/dates.ts";
import { listState } from "../../ui/list-state.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { deciders } from "../inbox/queries.ts";
import { accountQuery } from "./queries.ts";
import { Section } from "./section.tsx";
import { useAccountChange } from "./use-account-change.ts";

type Delegation = Account["delegation"];

/** Chooses a colleague who decides the person's assigned cards during an absence. */
export function AbsenceSection({ account }: { account: Account }) {
  const { delegation } = account;
  const queryClient = useQueryClient();
  const people = useQuery(deciders);
  const change = useAccountChange();
  const form = useForm({
    initialValues: valuesOf(delegation),
    validate: {
      delegate: (delegate) => (delegate ? null : "Choose a colleague"),
      first: (first) => (first ? null : "Enter the first day"),
      last: (last, { first }) =>
        !last ? "Enter the last day" : last < first ? "The last day is before the first day" : null,
    },
  });

  const set = (next: Delegation, message: string) =>
    change.mutate(changeTo(next), {
      onSuccess: () => {
        form.setValues(valuesOf(next));
        notifyUndoable(message, async () => {
          const answer = await changeAccount(changeTo(delegation));
          queryClient.setQueryData(accountQuery.queryKey, answer.account);
          form.setValues(valuesOf(delegation));
        });
      },
    });
  const save = form.onSubmit(({ delegate, first, last }) => {
    const name = people.data?.find(({ id }) => id === delegate)?.name ?? "Your colleague";
    set(
      { delegate: { id: delegate, name }, first_on: first, last_on: last },
      `${name} will see your assigned cards from ${formatDay(first)} to ${formatDay(last)}.`,
    );
  });

  return (
    <Section
      title="Out of office"
      description="During your absence a colleague sees the cards that are assigned to you. They decide with their own rights, so choose an admin or a lead. If your organization forbids self-approval, they can't decide cards that they proposed."
    >
      <form noValidate onSubmit={save}>
        <Group align="flex-start" gap="sm">
          <Select
            flex="1 1 220px"
            label="Colleague"
            searchable
            limit={50}
            {...listState(people, "No other admin or lead has this name.")}
            data={(people.data ?? [])
              .filter(({ id }) => id !== account.id)
              .map(({ id, name }) => ({ value: id, label: name }))}
            value={form.getValues().delegate || null}
            error={form.errors["delegate"]}
            onChange={(delegate) => form.setFieldValue("delegate", delegate ?? "")}
          />
          <TextInput type="date" label="First day" {...form.getInputProps("first")} />
          <TextInput type="date" label="Last day" {...form.getInputProps("last")} />
        </Group>
        <Group gap="sm" mt="md">
          <Button type="submit" variant="default" loading={change.isPending}>
            Save absence
          </Button>
          {delegation && (
            <Button
              variant="subtle"
              disabled={change.isPending}
              onClick={() => set(null, "Absence ended.")}
            >
              End absence
            </Button>
          )}
        </Group>
      </form>
      {change.error && <Problem error={change.error} />}
    </Section>
  );
}

function valuesOf(delegation: Delegation) {
  return {
    delegate: delegation?.delegate.id ?? "",
    first: delegation?.first_on ?? todayOf(),
    last: delegation?.last_on ?? "",
  };
}

function changeTo(delegation: Delegation): Parameters<typeof changeAccount>[0] {
  return delegation
    ? {
        action: "delegate",
        delegate_id: delegation.delegate.id,
        first_on: delegation.first_on,
        last_on: delegation.last_on,
      }
    : { action: "end_delegation" };
}
