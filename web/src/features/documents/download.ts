import { useMutation } from "@tanstack/react-query";
import { getDocumentFile } from "../../api/document-routes.ts";

/** Requests a URL of a file, valid for a minute, and has the browser save the file. */
export function useDownload(documentId: string) {
  return useMutation({
    mutationFn: async (version?: number) => {
      const { url } = await getDocumentFile(documentId, version);
      const link = document.createElement("a");
      // The file arrives as an attachment, so the page stays open.
      link.href = url;
      link.rel = "noreferrer";
      link.download = "";
      link.click();
    },
  });
}
