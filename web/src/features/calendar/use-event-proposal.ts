import type { UseFormReturnType } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { actOnCalendar, type EventProposal } from "../../api/calendar-routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { asSentence } from "../../format/sentence.ts";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { refusedFields } from "../inbox/refused-fields.ts";
import { useDialog } from "../portfolio-actions/action-dialog.tsx";
import { focusFirst } from "../portfolio-actions/use-action-form.ts";

/** The fields of the form, by their names in a refusal. */
const fieldOf: Record<string, string> = {
  summary: "title",
  starts_at: "starts",
  ends_at: "ends",
};

/** Sends a proposal, and opens its card. */
export function useEventProposal<Values extends object>(form: UseFormReturnType<Values>) {
  const dialog = useDialog();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<unknown>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: EventProposal) => actOnCalendar<"propose_event">(body),
  });

  const propose = async (body: EventProposal) => {
    setProblem(null);
    try {
      const { approval } = await mutateAsync(body);
      dialog.finish();
      notifySaved(
        `Card proposed: ${approval.title}. Nothing changes until an admin or a lead approves it.`,
        {
          label: "Open card",
          take: () =>
            void navigate({ to: "/inbox/$approvalId", params: { approvalId: approval.id } }),
        },
      );
    } catch (error) {
      const refusals = refusalsIn(error, Object.keys(form.getValues()));
      if (!refusals) return setProblem(error);
      form.setErrors(refusals);
      focusFirst(form, refusals);
    }
  };
  return { propose, isBusy: isPending, problem };
}

function refusalsIn(error: unknown, fields: string[]): Record<string, string> | null {
  const isOfProject =
    error instanceof ServiceError && ["project_not_found", "project_archived"].includes(error.code);
  if (isOfProject) return { project_id: asSentence(error.message) };
  const refusals = refusedFields(error, [...fields, ...Object.keys(fieldOf)]);
  if (!refusals) return null;
  return Object.fromEntries(
    Object.entries(refusals).map(([name, message]) => [fieldOf[name] ?? name, message]),
  );
}
