import { Alert, Button, NativeSelect, TextInput } from "@mantine/core";
import { EyeOffIcon, UsersIcon } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Problem } from "../../ui/problem.tsx";
import dialogClasses from "../portfolio-actions/action-dialog.module.css";
import { ActionDialog, useDialog } from "../portfolio-actions/action-dialog.tsx";
import type { Document } from "./queries.ts";
import { useUpdate } from "./use-document-action.ts";
import { type DocumentKind, kindChangeInWords, kindInWords, kindsFor, restricts } from "./words.ts";

interface Props {
  document: Document;
  about: "rename" | "kind";
  onClosed: () => void;
}

/** Changes the title or the kind of a document; an upload changes its file and text. */
export function DocumentDialog({ document, about, onClosed }: Props) {
  // The values when the form opened, because the page behind it reloads repeatedly.
  const [initialDocument] = useState(document);
  return (
    <ActionDialog
      title={about === "rename" ? "Rename" : "Change kind"}
      about={initialDocument.title}
      returnFocus={() => {
        onClosed();
        globalThis.document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
      }}
    >
      {about === "rename" ? (
        <Rename document={initialDocument} />
      ) : (
        <ChangeKind document={initialDocument} />
      )}
    </ActionDialog>
  );
}

function Rename({ document }: { document: Document }) {
  const [title, setTitle] = useState(document.title);
  const [error, setError] = useState<string | null>(null);
  const update = useUpdate(document);
  const dialog = useGuardedDialog(title !== document.title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = title.trim();
    if (!next) return setError("Enter a title");
    if (next === document.title) return dialog.finish();
    update.mutate({ title: next }, { onSuccess: dialog.finish });
  };
  return (
    <form noValidate className={dialogClasses.form} onSubmit={submit}>
      <TextInput
        label="Title"
        data-autofocus
        maxLength={500}
        value={title}
        error={error}
        onChange={(event) => {
          setError(null);
          setTitle(event.currentTarget.value);
        }}
      />
      {update.error && <Problem error={update.error} />}
      <Footer isBusy={update.isPending} label="Save title" onCancel={dialog.close} />
    </form>
  );
}

function ChangeKind({ document }: { document: Document }) {
  const [kind, setKind] = useState<DocumentKind>(document.kind);
  const update = useUpdate(document);
  const dialog = useGuardedDialog(kind !== document.kind);
  const meaning = kindChangeInWords(document.kind, kind);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kind === document.kind) return dialog.finish();
    update.mutate({ kind }, { onSuccess: dialog.finish });
  };
  return (
    <form noValidate className={dialogClasses.form} onSubmit={submit}>
      <NativeSelect
        label="Kind"
        data-autofocus
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as DocumentKind)}
        data={kindsFor(true).map((value) => ({ value, label: kindInWords(value) }))}
      />
      {meaning && (
        <Alert
          color="yellow"
          variant="light"
          role="status"
          icon={restricts(kind) ? <EyeOffIcon /> : <UsersIcon />}
          title={
            restricts(kind)
              ? "The document will become restricted"
              : "The document will no longer be restricted"
          }
        >
          {meaning}
        </Alert>
      )}
      {update.error && <Problem error={update.error} />}
      <Footer
        isBusy={update.isPending}
        label={meaning ? (restricts(kind) ? "Restrict document" : "Lift restriction") : "Save kind"}
        onCancel={dialog.close}
      />
    </form>
  );
}

/** Asks before it closes, if there is an unsaved change. */
function useGuardedDialog(isChanged: boolean) {
  const dialog = useDialog();
  const hasChanges = useRef(isChanged);
  hasChanges.current = isChanged;
  useEffect(() => dialog.guard(() => hasChanges.current), [dialog]);
  return dialog;
}

interface FooterProps {
  isBusy: boolean;
  label: string;
  onCancel: () => void;
}

function Footer({ isBusy, label, onCancel }: FooterProps) {
  return (
    <div className={dialogClasses.footer}>
      <Button variant="default" ml="auto" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy}>
        {label}
      </Button>
    </div>
  );
}
