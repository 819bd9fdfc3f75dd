/** A vendor with scripted responses, for those that no simulated vendor gives. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ScriptedAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON, or unchanged if it is text. */
  body?: unknown;
}

export interface ScriptedVendor {
  url: string;
  /** The paths of the requests, with their queries. */
  requests: string[];
  answer: (path: string) => ScriptedAnswer | "reset";
  close(): Promise<void>;
}

/** Requests below /token get an access token. */
export async function startScriptedVendor(token = "scripted"): Promise<ScriptedVendor> {
  const signedIn: ScriptedAnswer = {
    status: 200,
    body: { access_token: token, expires_in: 3600, token_type: "Bearer" },
  };
  const vendor: ScriptedVendor = {
    url: "",
    requests: [],
    answer: () => ({ status: 404, body: {} }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on("end", () => {
      const path = incoming.url ?? "/";
      const isSignIn = path.startsWith("/token");
      if (!isSignIn) vendor.requests.push(path);
      const answer = isSignIn ? signedIn : vendor.answer(path);
      if (answer === "reset") return incoming.socket.resetAndDestroy();
      const { status, headers, body } = answer;
      outgoing.writeHead(status, { "content-type": "application/json", ...headers });
      outgoing.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  vendor.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return vendor;
}
