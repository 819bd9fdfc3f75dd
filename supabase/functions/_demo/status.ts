import { AppError } from "../_domain/app-error.ts";
import { status } from "../_domain/demo/contract.ts";
import { serveDemo } from "../_http/route.ts";
import { storedSessions } from "./store.ts";

export default serveDemo(status, {
  get: async ({ query }) => {
    const wanted = query.session_id?.toLowerCase();
    const sessions = storedSessions().filter(
      ({ session_id }) => wanted === undefined || session_id === wanted,
    );
    if (wanted !== undefined && sessions.length === 0) {
      throw new AppError(404, "session_not_found", "There is no such session");
    }
    return { mode: "demo" as const, sessions };
  },
});
