import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Problem } from "../../ui/problem.tsx";
import classes from "./action-dialog.module.css";
import { useDialog } from "./action-dialog.tsx";
import type { ActionControls } from "./use-action-form.ts";

interface Props<Values extends object> {
  controls: ActionControls<Values>;
  submitLabel: string;
  children: ReactNode;
}

/** The fields of a form, its general error and its buttons. Ctrl/Cmd-Enter submits. */
export function ActionForm<Values extends object>({
  controls: { form, submit, isBusy, problem },
  submitLabel,
  children,
}: Props<Values>) {
  const dialog = useDialog();
  const onSubmit = form.onSubmit((values) => (isBusy ? undefined : submit(values)));
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }
      }}
    >
      {children}
      {problem !== null && <Problem error={problem} />}
      <div className={classes.footer}>
        <span className={classes.hint}>Press Ctrl+Enter or ⌘+Enter to submit</span>
        <Button variant="default" onClick={dialog.close}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
