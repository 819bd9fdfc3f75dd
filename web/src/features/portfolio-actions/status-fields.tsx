import { Group, Radio, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { HealthLabel } from "../../entities/project/badges.tsx";
import { healths } from "../portfolio/search-params.ts";
import classes from "./status-fields.module.css";

export const noStatus = { health: "", summary: "", risks: "", next_steps: "" };
type StatusValues = typeof noStatus;

/** The states from best to worst. */
const healthChoices = healths.toReversed();

interface Props<Values extends StatusValues> {
  form: UseFormReturnType<Values>;
  /** Whether the form opens with the focus on these fields. */
  hasFirstFocus: boolean;
}

/** The fields of a status update. */
export function StatusFields<Values extends StatusValues>({ form, hasFirstFocus }: Props<Values>) {
  const { health: chosen } = form.getValues();
  const stop = chosen || healthChoices[0];
  return (
    <>
      <Radio.Group label="Health" required {...form.getInputProps("health")}>
        <Group gap="xs" my={4}>
          {healthChoices.map((health) => (
            <Radio.Card
              key={health}
              value={health}
              className={classes.health}
              // One stop of the tab key, as in any radio group: the next one is the summary.
              tabIndex={health === stop ? 0 : -1}
              data-autofocus={(hasFirstFocus && health === stop) || undefined}
            >
              <Group gap="xs" wrap="nowrap">
                <Radio.Indicator size="xs" />
                <HealthLabel health={health} />
              </Group>
            </Radio.Card>
          ))}
        </Group>
      </Radio.Group>
      <Textarea
        label="Summary"
        required
        description="The most important news for someone who wasn't there."
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps("summary")}
      />
      <Textarea label="Risks" autosize minRows={2} maxRows={8} {...form.getInputProps("risks")} />
      <Textarea
        label="Next steps"
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps("next_steps")}
      />
    </>
  );
}
