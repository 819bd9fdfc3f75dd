import { AppError } from "../_domain/app-error.ts";
import { status } from "../_domain/demo/contract.ts";
import { serveDemo } from "../_http/route.ts";
import { storedSessions } from "./store.ts";

export default serveDemo(status, {
  get: async ({ query }) => {
    const sessionId = query.session_id?.toLowerCase();
    const sessions = storedSessions().filter(
      ({ session_id }) => sessionId === undefined || session_id === sessionId,
    );
    if (sessionId !== undefined && sessions.length === 0) {
      throw new AppError(404, "session_not_found", "There is no such session");
    }
    return { mode: "demo" as const, sessions };
  },
});
