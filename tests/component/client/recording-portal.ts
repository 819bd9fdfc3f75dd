import type { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import {
  type ClientPortal,
  type ClientPortalAction,
  clientPortal,
} from "../../../supabase/functions/_domain/portal/contract.ts";
import { get, post } from "../answers.ts";
import { idOf, people } from "../fixtures/people.ts";
import { fullPortal } from "../fixtures/portal.ts";

export const uploadPath = "/storage/v1/object/upload/sign/documents/plan";
/** Answers of a service that records every action of the client and adds its effect to the portal. */
export function recordingPortal(refuse?: () => AppError) {
  let portal: ClientPortal = fullPortal;
  const actions: ClientPortalAction[] = [];
  const answers = [
    get(clientPortal, () => portal),
    post(clientPortal, ({ body }) => {
      actions.push(body);
      if (refuse) throw refuse();
      if (body.action === "request") {
        const [earlier] = fullPortal.requests;
        if (!earlier) throw new Error("The fixture has a request");
        const request = {
          ...earlier,
          id: idOf(18, 9),
          kind: body.kind,
          text: body.text,
          status: "open" as const,
          reply: null,
          ended_at: null,
          files: (body.file_ids ?? []).map((id) => ({ id, name: "plan.md", size_bytes: 7 })),
        };
        portal = { ...portal, requests: [request, ...portal.requests] };
        return { action: body.action, request };
      }
      if (body.action === "begin_upload") {
        const file_id = idOf(18, 30 + actions.length);
        const expires_at = "2099-01-01T00:00:00Z";
        return {
          action: body.action,
          file_id,
          bucket: "documents",
          path: file_id,
          token: "token",
          signed_url: uploadPath,
          expires_at,
        };
      }
      if (body.action !== "decide_deliverable")
        throw new Error(`Not an action of a client: ${body.action}`);
      const decision = {
        id: idOf(18, 8),
        decision: body.decision,
        comment: body.comment ?? null,
        content_hash: body.content_hash,
        decided_by: "Clara Example",
        decided_at: "2026-11-17T10:00:00+00:00",
      };
      portal = {
        ...portal,
        deliverables: portal.deliverables.map((one) => ({ ...one, decision })),
      };
      const { title, file } = fullPortal.deliverables[0] ?? { title: "", file: null };
      const { deliverable_id } = body;
      const record = { ...decision, deliverable_id, title, project: "Quay redesign", file };
      return { action: body.action, record };
    }),
  ];
  return { answers, actions };
}

export const asClient = { as: people.client, width: 390 } as const;
