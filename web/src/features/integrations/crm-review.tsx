import { Button, Group, Modal, Select, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CrmRecord } from "../../../../supabase/functions/_domain/integrations/contract.ts";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import {
  type IntegrationActionInput,
  integrationAction,
  type SyncStream,
} from "../../api/integration-routes.ts";
import { projectSummaries } from "../../entities/project/queries.ts";
import { countOf, formatAmount, formatMoney } from "../../format/numbers.ts";
import { listState } from "../../ui/list-state.ts";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { accountNames } from "../accounts/queries.ts";
import classes from "./integrations.module.css";
import { useIntegrationAction } from "./use-integration-action.ts";

interface Props {
  provider: string;
  stream: SyncStream;
  onDone: () => void;
}

/** Companies and deals without a clear match: a lead links, creates or dismisses each. */
export function CrmReview({ provider, stream, onDone }: Props) {
  const [creating, setCreating] = useState<CrmRecord>();
  const [linking, setLinking] = useState<CrmRecord>();
  const isDeals = stream.stream === "deals";
  const target = isDeals ? "project" : "client";
  const decide = useIntegrationAction((_, action) => {
    setCreating(undefined);
    setLinking(undefined);
    if (!("record_id" in action)) return;
    const { record_id } = action;
    notifyUndoable(wordsOf(action, target), () =>
      integrationAction({ action: "reopen_record", record_id }),
    );
    onDone();
  });
  const { count, rows } = stream.review ?? { count: 0, rows: [] };
  if (count === 0) return null;
  return (
    <div>
      <Title order={4} size="h3">
        {countOf(count, isDeals ? "deal" : "company", isDeals ? "deals" : "companies")} to review
      </Title>
      <Text size="sm">
        {isDeals
          ? `${count === 1 ? "This deal matches" : "These deals match"} no project by name.`
          : `${count === 1 ? "This company matches" : "These companies match"} no client by name and website.`}{" "}
        Nothing is created or changed before you decide.
      </Text>
      <ul className={classes.rows} aria-label={`${isDeals ? "Deals" : "Companies"} to review`}>
        {rows.map((record) => (
          <li key={record.id} className={classes.row}>
            <div>
              <div>{record.name}</div>
              <div className={classes.quiet}>{factsOf(record, target, providerName(provider))}</div>
            </div>
            <Group gap="xs" wrap="wrap">
              {!record.merged_into && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Create ${target}: ${record.name}`}
                  onClick={() =>
                    isDeals
                      ? setCreating(record)
                      : decide.mutate({ action: "create_from_record", record_id: record.id })
                  }
                >
                  Create {target}
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Link ${target}: ${record.name}`}
                onClick={() => setLinking(record)}
              >
                Link {target}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Dismiss ${record.name}`}
                onClick={() => decide.mutate({ action: "dismiss_record", record_id: record.id })}
              >
                Dismiss
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {count > rows.length && (
        <p className={classes.quiet}>{countOf(count - rows.length, "more record")} not shown.</p>
      )}
      <ChoiceDialog
        record={creating}
        title="Create project"
        label="Account"
        choices="accounts"
        isPending={decide.isPending}
        onClose={() => setCreating(undefined)}
        onChosen={(record_id, account_id) =>
          decide.mutate({ action: "create_from_record", record_id, account_id })
        }
      />
      <ChoiceDialog
        record={linking}
        title={`Link ${target}`}
        label={isDeals ? "Project" : "Client"}
        choices={isDeals ? "projects" : "clients"}
        isPending={decide.isPending}
        onClose={() => setLinking(undefined)}
        onChosen={(record_id, target_id) =>
          decide.mutate({ action: "link_record", record_id, target_id })
        }
      />
    </div>
  );
}

interface DialogProps {
  record: CrmRecord | undefined;
  title: string;
  label: string;
  choices: "accounts" | "clients" | "projects";
  isPending: boolean;
  onClose: () => void;
  onChosen: (recordId: string, id: string) => void;
}

function ChoiceDialog({ record, title, label, isPending, onClose, ...rest }: DialogProps) {
  return (
    <Modal
      opened={record !== undefined}
      onClose={onClose}
      title={`${title}: ${record?.name ?? ""}`}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
    >
      {record && (
        <Choice
          record={record}
          title={title}
          label={label}
          isPending={isPending}
          onClose={onClose}
          {...rest}
        />
      )}
    </Modal>
  );
}

function Choice({
  record,
  title,
  label,
  choices,
  isPending,
  onClose,
  onChosen,
}: DialogProps & { record: CrmRecord }) {
  const { options, ...list } = useChoices(choices, record);
  const [selection, setSelection] = useState<string | null>(null);
  const value = selection ?? (choices === "clients" ? record.client_id : null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (value) onChosen(record.id, value);
      }}
    >
      <Select
        label={label}
        data={options}
        value={value}
        onChange={setSelection}
        searchable
        required
        data-autofocus
        {...list}
        mb="md"
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending} disabled={!value}>
          {title}
        </Button>
      </Group>
    </form>
  );
}

/** The accounts of the suggested client come first. */
function useChoices(choices: DialogProps["choices"], { client_id }: CrmRecord) {
  const names = useQuery({ ...accountNames, enabled: choices !== "projects" });
  const projects = useQuery({ ...projectSummaries, enabled: choices === "projects" });
  if (choices === "projects") {
    const options = projects.data
      ?.filter(({ archived_at }) => !archived_at)
      .map(({ id, name }) => ({ value: id, label: name }));
    return { options, ...listState(projects, "No project has this name.") };
  }
  const clients = names.data?.clients;
  if (choices === "clients") {
    const options = clients?.map(({ id, name }) => ({ value: id, label: name }));
    return { options, ...listState(names, "No client has this name.") };
  }
  const clientName = clients?.find(({ id }) => id === client_id)?.name;
  const options = [...(names.data?.accounts ?? [])]
    .sort((a, b) => Number(b.client_name === clientName) - Number(a.client_name === clientName))
    .map(({ id, account_name, client_name }) => ({
      value: id,
      label: `${client_name}: ${account_name}`,
    }));
  return { options, ...listState(names, "No account has this name.") };
}

function factsOf(record: CrmRecord, target: string, vendor: string): string {
  if (record.merged_into) {
    return `Merged into ${record.merged_into} in ${vendor}, but the two have different links here. Link both to the same ${target}, or dismiss this record.`;
  }
  return [record.domain, record.company_name, amountOf(record)].filter(Boolean).join(" · ");
}

/** The amount of a deal as the CRM sent it: a vendor may send any text. */
function amountOf({ amount, currency }: CrmRecord): string | null {
  if (!amount || !Number.isFinite(Number(amount))) return amount;
  return /^[A-Z]{3}$/.test(currency ?? "")
    ? formatMoney(Number(amount), currency as string)
    : `${formatAmount(Number(amount))}, currency unknown`;
}

function wordsOf({ action }: IntegrationActionInput, target: string): string {
  if (action === "create_from_record") {
    return `${target === "client" ? "Client" : "Planned project"} created and linked.`;
  }
  return action === "link_record" ? "Record linked." : "Record dismissed.";
}
