import { meetingWebhook } from "../_domain/demo/contract.ts";
import { demoRecordings } from "../_domain/demo/recordings.ts";
import { requireWebhookSecret } from "../_http/demo.ts";
import { serveDemo } from "../_http/route.ts";
import { storeTranscript } from "./store.ts";

export default serveDemo(
  meetingWebhook,
  {
    post: async ({ body: { recording_id, title, transcript, project_id } }) => {
      const recording = Object.hasOwn(demoRecordings, recording_id)
        ? demoRecordings[recording_id]
        : undefined;
      const transcriptOfRecording = {
        title: title ?? recording?.title ?? `Recording ${recording_id}`,
        text: transcript ?? recording?.transcript,
        projectId: project_id,
        recordingId: recording_id,
      };
      return { session: storeTranscript(transcriptOfRecording, new Date()) };
    },
  },
  requireWebhookSecret,
);
