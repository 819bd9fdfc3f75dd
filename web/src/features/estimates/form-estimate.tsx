import { Button, Group, Stack, Text } from "@mantine/core";
import { ChartLineIcon } from "lucide-react";
import { useState } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { Suggestion } from "./form-estimate-result.tsx";
import type { EstimatedWork } from "./queries.ts";

const FormEstimateResult = lazyPart(() => import("./form-estimate-result.tsx"));

const LONGEST_QUERY = 1000;

interface Props {
  /** The texts of the form, the title first; empty ones are left out. */
  texts: string[];
  about: Omit<EstimatedWork, "query">;
  /** The name of the title field in this form, as in "Enter a name". */
  titleField: "name" | "title";
  /** The field into which the median is copied. */
  suggestion: Suggestion | undefined;
}

/** "What will it take?" inside a form: nothing is requested before the button is pressed. */
export function FormEstimate({ texts, about, titleField, suggestion }: Props) {
  const [requestedQuestion, setRequestedQuestion] = useState<string | null>(null);
  const [title = "", ...more] = texts.map((text) => text.trim());
  const query = [title, ...more].filter(Boolean).join("\n").slice(0, LONGEST_QUERY);
  const work: EstimatedWork = { query, ...about };
  const question = JSON.stringify(work);
  return (
    <Stack gap="sm">
      <Group>
        <Button
          variant="default"
          leftSection={<ChartLineIcon size={16} aria-hidden />}
          onClick={() => setRequestedQuestion(question)}
        >
          Estimate from finished work
        </Button>
      </Group>
      <div aria-live="polite">
        {/* Figures for an earlier text would mislead. */}
        {requestedQuestion === question &&
          (title === "" ? (
            <Text size="sm">Enter a {titleField} first. Finished tasks are compared with it.</Text>
          ) : (
            <FormEstimateResult work={work} suggestion={suggestion} />
          ))}
      </div>
    </Stack>
  );
}
