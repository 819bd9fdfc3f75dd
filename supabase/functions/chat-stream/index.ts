import { streamTurn } from "../_chat/stream-turn.ts";
import { beginChatTurn } from "../_db/chat.ts";
import { requireInternalViewer } from "../_db/gates.ts";
import { chatStream } from "../_domain/chat/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  chatStream,
  {
    // The turn begins before the first byte, because a refusal needs an HTTP status.
    post: async ({ db, body, requestId }) => {
      const turn = await beginChatTurn(db, body);
      const request = {
        question: body.question,
        as: body.as,
        sessionId: body.session_id,
        projectId: body.project_id,
        requestId,
      };
      return (signal) => streamTurn(db, turn, request, signal);
    },
  },
  requireInternalViewer,
);
