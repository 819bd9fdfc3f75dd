import { callFunction } from "../_db/call.ts";
import { requireLead } from "../_db/gates.ts";
import { draftFile } from "../_domain/drafts/contract.ts";
import { ApprovedDraft } from "../_files/drafts/content.ts";
import { serve } from "../_http/route.ts";

/** Generates the file for each download, because a stored one would need access rules and deletion of its own. */
export default serve(
  draftFile,
  {
    get: async ({ db, query }) => {
      const draft = ApprovedDraft.parse(
        await callFunction(db, "get_approved_draft", { approval_id: query.approval_id }),
      );
      const format = query.format ?? draft.format;
      const bytes =
        format === "docx"
          ? await (await import("../_files/drafts/docx.ts")).draftAsDocx(draft)
          : await (await import("../_files/drafts/pdf.ts")).draftAsPdf(draft);
      return new Response(bytes as Uint8Array<ArrayBuffer>, {
        headers: {
          "content-type": "application/octet-stream",
          "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(`${draft.file_name}.${format}`)}`,
        },
      });
    },
  },
  requireLead,
);
