import { useMutation } from "@tanstack/react-query";
import { actOnDocument } from "../../api/document-routes.ts";
import { notifySaved, notifyUndoable } from "../../ui/saved-notice.tsx";
import type { Document } from "./queries.ts";

/** Archives or restores a document, and offers the inverse. */
export function useArchive({ id, title }: Pick<Document, "id" | "title">) {
  return useMutation({
    mutationFn: (action: "archive" | "restore") => actOnDocument({ action, document_id: id }),
    onSuccess: (_, action) => {
      // The pressed button has disappeared.
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
      if (action === "restore") return void notifySaved(`Restored: ${title}`);
      notifyUndoable(`Archived: ${title}`, () =>
        actOnDocument({ action: "restore", document_id: id }),
      );
    },
  });
}

type Changes = Extract<Parameters<typeof actOnDocument>[0], { action: "update" }>["changes"];

/** Renames or reclassifies a document, and offers the inverse. */
export function useUpdate({ id, title, kind }: Pick<Document, "id" | "title" | "kind">) {
  return useMutation({
    mutationFn: (changes: Changes) => actOnDocument({ action: "update", document_id: id, changes }),
    onSuccess: ({ document: saved }, changes) => {
      const before: Changes = {
        ...(changes.title !== undefined && { title }),
        ...(changes.kind !== undefined && { kind }),
      };
      notifyUndoable(`Saved: ${saved.title}`, () =>
        actOnDocument({ action: "update", document_id: id, changes: before }),
      );
    },
  });
}
