import { Alert, Radio, Stack } from "@mantine/core";
import { ScanEyeIcon } from "lucide-react";
import type { Card } from "../../api/approval-routes.ts";
import classes from "./card-view.module.css";
import { effectOf } from "./words.ts";

interface Props {
  card: Card;
  withQuotes: boolean;
  onWithQuotes: (withQuotes: boolean) => void;
}

/** The effect, and the readers of a restricted card's result, shown before anyone decides. */
export function CardEffect({ card, withQuotes, onWithQuotes }: Props) {
  const { approval, effect } = card;
  if (approval.status === "executed" || approval.status === "rejected") return null;
  const { does, back } = effectOf(approval);
  const shortened = effect?.payload_without_quotes ?? null;
  return (
    <section aria-labelledby="card-effect">
      <h3 id="card-effect">Effect</h3>
      <p>{does}</p>
      <p className={classes.quiet}>{back}</p>
      {effect?.is_read_by_members && (
        <Alert
          color="yellow"
          variant="light"
          icon={<ScanEyeIcon />}
          title="Members of the project will see the result"
        >
          <p>This card is restricted, but its result isn't.</p>
          {shortened && approval.status === "pending" && (
            <Radio.Group
              label="This card quotes restricted text"
              value={withQuotes ? "with" : "without"}
              onChange={(value) => onWithQuotes(value === "with")}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="without" label="Leave the restricted text out" />
                <Radio value="with" label="Keep the text unchanged" />
              </Stack>
            </Radio.Group>
          )}
          {shortened && !(approval.status === "pending" && withQuotes) && (
            <>
              <p className={classes.quiet}>Without the restricted text:</p>
              {changedTexts(approval.payload, shortened).map(([field, text]) => (
                <blockquote key={field} className={classes.passage}>
                  {text}
                </blockquote>
              ))}
            </>
          )}
        </Alert>
      )}
    </section>
  );
}

function changedTexts(before: Record<string, unknown>, after: Record<string, unknown>) {
  return Object.entries(after).flatMap(([field, value]): [string, string][] =>
    typeof value === "string" && value !== before[field] ? [[field, value]] : [],
  );
}
