import { readEnv } from "../_env.ts";
import { servesDemo } from "../_http/demo.ts";
import { errors } from "../_http/errors.ts";
import { requestIdOf } from "../_http/request.ts";

interface Route {
  fetch(request: Request): Response | Promise<Response>;
}

// Each route is imported on first use, so that a cold start loads only the libraries of that route.
const routes: Record<string, () => Promise<{ default: Route }>> = {
  board: () => import("../_demo/board.ts"),
  ingest: () => import("../_demo/ingest.ts"),
  "meeting-webhook": () => import("../_demo/meeting-webhook.ts"),
  status: () => import("../_demo/status.ts"),
  account: () => import("../account/index.ts"),
  availability: () => import("../availability/index.ts"),
  calendar: () => import("../calendar/index.ts"),
  approvals: () => import("../approvals/index.ts"),
  "authoring-profiles": () => import("../authoring-profiles/index.ts"),
  chat: () => import("../chat/index.ts"),
  "chat-stream": () => import("../chat-stream/index.ts"),
  "client-portal": () => import("../client-portal/index.ts"),
  config: () => import("../config/index.ts"),
  "deliverable-drafts": () => import("../deliverable-drafts/index.ts"),
  doc: () => import("../doc/index.ts"),
  "doc-file": () => import("../doc-file/index.ts"),
  "doc-upload-session": () => import("../doc-upload-session/index.ts"),
  "document-inventory": () => import("../document-inventory/index.ts"),
  documents: () => import("../documents/index.ts"),
  find: () => import("../find/index.ts"),
  "draft-file": () => import("../draft-file/index.ts"),
  "estimate-cases": () => import("../estimate-cases/index.ts"),
  inbox: () => import("../inbox/index.ts"),
  "ingest-doc": () => import("../ingest-doc/index.ts"),
  "inbound-emails": () => import("../inbound-emails/index.ts"),
  integrations: () => import("../integrations/index.ts"),
  "openapi.json": () => import("../openapi/index.ts"),
  "my-work": () => import("../my-work/index.ts"),
  outcome: () => import("../outcome/index.ts"),
  password: () => import("../password/index.ts"),
  people: () => import("../people/index.ts"),
  portfolio: () => import("../portfolio/index.ts"),
  "portfolio-actions": () => import("../portfolio-actions/index.ts"),
  "portfolio-health": () => import("../portfolio-health/index.ts"),
  "portfolio-import": () => import("../portfolio-import/index.ts"),
  "portfolio-options": () => import("../portfolio-options/index.ts"),
  research: () => import("../research/index.ts"),
  "sample-data": () => import("../sample-data/index.ts"),
  search: () => import("../search/index.ts"),
  "service-prompt": () => import("../service-prompt/index.ts"),
  settings: () => import("../settings/index.ts"),
  spine: () => import("../spine/index.ts"),
  tasks: () => import("../tasks/index.ts"),
  time: () => import("../time/index.ts"),
  updates: () => import("../updates-draft/index.ts"),
  views: () => import("../views/index.ts"),
  whoami: () => import("../whoami/index.ts"),
};

/** Every route under one function, so that {base_url}/api/<slug> works on a bare Supabase project. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const slug = pathname.replace(/^\/functions\/v1/, "").split("/")[2] ?? "";
    const load = Object.hasOwn(routes, slug) ? routes[slug] : undefined;
    if (load) return (await load()).default.fetch(request);
    // Without an identity provider, the service reveals nothing, not even which routes exist.
    const refusal =
      readEnv().identity || servesDemo()
        ? errors.routeNotFound()
        : errors.identityProviderNotConfigured();
    return Response.json(refusal.toBody(), {
      status: refusal.status,
      headers: { "x-request-id": requestIdOf(request), "access-control-allow-origin": "*" },
    });
  },
};
