import {
  Button,
  Fieldset,
  Group,
  Input,
  Modal,
  NativeSelect,
  Select,
  Text,
  TextInput,
} from "@mantine/core";
import type { Settings } from "../../api/routes.ts";
import { formatTime } from "../../format/dates.ts";
import { Problem } from "../../ui/problem.tsx";
import { ConflictReview } from "../portfolio-actions/conflict-review.tsx";
import classes from "./organization-form.module.css";
import { inWords, labels, weekdayNames, weekdays } from "./organization-values.ts";
import { useOrganizationForm } from "./use-organization-form.ts";

const currencies = Intl.supportedValuesOf("currency");
const timeZones = ["UTC", ...Intl.supportedValuesOf("timeZone")];

interface Props {
  settings: Settings;
  domain: string | null | undefined;
}

/** The organization's name, and how it counts money, days and hours. */
export function OrganizationForm({ settings, domain }: Props) {
  const { form, submit, hasChanges, canSave, isBusy, problem, reset, currencyQuestion, conflict } =
    useOrganizationForm(settings);
  const { time_zone: zone } = form.values;
  return (
    <>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit((values) => (isBusy ? undefined : submit(values)))}
      >
        <TextInput label={labels.name} {...form.getInputProps("name")} />
        <div className={classes.pair}>
          <Select
            label={labels.currency}
            description="Amounts are not converted when it changes."
            data={withValue(currencies, settings.currency)}
            searchable
            allowDeselect={false}
            {...form.getInputProps("currency")}
          />
          <Select
            label={labels.time_zone}
            description={`Days begin at midnight in this time zone. It is ${timeIn(zone)} now.`}
            data={withValue(timeZones, settings.time_zone)}
            searchable
            limit={200}
            allowDeselect={false}
            {...form.getInputProps("time_zone")}
          />
        </div>
        <NativeSelect
          label={labels.week_starts_on}
          description="The weeks on the Hours page begin on this day."
          data={weekdays.map((day) => ({ value: day, label: weekdayNames[day] }))}
          {...form.getInputProps("week_starts_on")}
        />
        <Fieldset legend="Working hours" variant="unstyled">
          <Text c="dimmed" size="sm" mb="xs">
            Hours expected of a person on each weekday; 0 is a day off.
          </Text>
          <div className={classes.week}>
            {weekdays.map((day) => (
              <TextInput
                key={day}
                label={weekdayNames[day]}
                inputMode="decimal"
                rightSection={<span aria-hidden>h</span>}
                {...form.getInputProps(`working_hours.${day}`)}
              />
            ))}
          </div>
        </Fieldset>
        <TextInput
          label={labels.brand_color}
          description="Six hexadecimal digits, such as #0b7285. Leave empty for a neutral color."
          placeholder="#0b7285"
          {...form.getInputProps("brand_color")}
        />
        {domain && (
          <Input.Wrapper
            label="Email domain"
            labelElement="div"
            description="People with an email address at this domain count as employees."
          >
            <Text>{domain}</Text>
          </Input.Wrapper>
        )}
        {problem !== null && <Problem error={problem} />}
        <Group gap="xs">
          <Button type="submit" loading={isBusy} disabled={!canSave}>
            Save organization
          </Button>
          {hasChanges && (
            <Button variant="default" onClick={reset}>
              Discard changes
            </Button>
          )}
        </Group>
      </form>
      <Modal
        opened={currencyQuestion.isOpen}
        onClose={currencyQuestion.cancel}
        title={`Change the currency to ${form.values.currency}?`}
        closeButtonProps={{ "aria-label": "Close" }}
        transitionProps={{ duration: 120 }}
      >
        <Text>
          Projects have amounts in {settings.currency}. The figures stay the same and count as{" "}
          {form.values.currency} from now on; nothing is converted.
        </Text>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" data-autofocus onClick={currencyQuestion.cancel}>
            Keep {settings.currency}
          </Button>
          <Button onClick={currencyQuestion.confirm}>Change currency</Button>
        </Group>
      </Modal>
      <Modal
        opened={conflict !== null}
        onClose={() => conflict?.edit({})}
        title="Organization"
        size={720}
        closeButtonProps={{ "aria-label": "Close" }}
        transitionProps={{ duration: 120 }}
        styles={{ body: { paddingBottom: 0 } }}
      >
        {conflict && <ConflictReview conflict={conflict} labels={labels} show={inWords} />}
      </Modal>
    </>
  );
}

/** The list, plus the current value if the browser does not know it. */
function withValue(list: string[], value: string): string[] {
  return list.includes(value) ? list : [value, ...list];
}

function timeIn(zone: string): string {
  try {
    return formatTime(new Date().toISOString(), zone);
  } catch {
    return "unknown";
  }
}
