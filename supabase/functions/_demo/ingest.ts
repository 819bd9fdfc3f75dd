import { ingest } from "../_domain/demo/contract.ts";
import { serveDemo } from "../_http/route.ts";
import { storeTranscript } from "./store.ts";

export default serveDemo(ingest, {
  post: async ({ body: { title, transcript, project_id } }) => ({
    session: storeTranscript({ title, text: transcript, projectId: project_id }, new Date()),
  }),
});
