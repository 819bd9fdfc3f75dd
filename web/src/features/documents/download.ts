import { useMutation } from "@tanstack/react-query";
import { getDocumentFile } from "../../api/document-routes.ts";

/** Fetches the address of a file, valid for a minute, and has the browser save it. */
export function useDownload(documentId: string) {
  return useMutation({
    mutationFn: async (version?: number) => {
      const { url } = await getDocumentFile(documentId, version);
      const link = document.createElement("a");
      // Storage sends it as an attachment, so the page stays open.
      link.href = url;
      link.rel = "noreferrer";
      link.download = "";
      link.click();
    },
  });
}
