import { Fieldset, SegmentedControl, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import classes from "./account-choice.module.css";
import { Lookup } from "./lookups.tsx";
import type { NewProject } from "./new-project-values.ts";

interface Props {
  form: UseFormReturnType<NewProject>;
  choice: { value: string; label: string } | undefined;
}

const choices = (noun: string) => [
  { value: "existing", label: `Existing ${noun}` },
  { value: "new", label: `New ${noun}` },
];

/** The field of an existing account has no label of its own to mark. */
const requiredLegend = (
  <>
    Account{" "}
    <span className={classes.asterisk} aria-hidden>
      *
    </span>
  </>
);

/** The account of a new project: an existing one, or one that is created with the project, and its client too. */
export function AccountChoice({ form, choice }: Props) {
  const { account, client } = form.values;
  return (
    <Fieldset
      legend={account === "existing" ? requiredLegend : "Account"}
      className={classes.account}
    >
      <SegmentedControl
        size="xs"
        aria-label="Account"
        data={choices("account")}
        {...form.getInputProps("account")}
      />
      {account === "existing" ? (
        <Lookup
          key={choice?.value}
          list="accounts"
          aria-label="Existing account"
          required
          description="A line of business with a client; projects belong to it."
          allowDeselect={false}
          initialChoice={choice}
          {...form.getInputProps("account_id")}
        />
      ) : (
        <>
          <SegmentedControl
            size="xs"
            aria-label="Client"
            data={choices("client")}
            {...form.getInputProps("client")}
          />
          {client === "existing" ? (
            <Lookup list="clients" label="Client" required {...form.getInputProps("client_id")} />
          ) : (
            <TextInput label="Client name" required {...form.getInputProps("client_name")} />
          )}
          <TextInput
            label="Account name"
            required
            description="A line of business with the client, such as Website."
            {...form.getInputProps("account_name")}
          />
        </>
      )}
    </Fieldset>
  );
}
