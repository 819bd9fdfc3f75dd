import { answerOnce } from "../_chat/answer-once.ts";
import { requireInternalViewer } from "../_db/gates.ts";
import { chat } from "../_domain/chat/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  chat,
  {
    post: ({ db, body, requestId, signal }) =>
      answerOnce(db, { question: body.question, as: body.as, requestId }, signal),
  },
  requireInternalViewer,
  {
    post: async ({ body, signal }) => {
      const [{ answerDemo }, { storedPassages }] = await Promise.all([
        import("../_chat/answer-demo.ts"),
        import("../_demo/store.ts"),
      ]);
      return answerDemo(body.question, storedPassages(), signal);
    },
  },
);
