import { board } from "../_domain/demo/contract.ts";
import { demoDataset } from "../_domain/demo/dataset.ts";
import { demoInbox } from "../_domain/demo/inbox.ts";
import { requireDemoTokenOfPage } from "../_http/demo.ts";
import { serveDemo } from "../_http/route.ts";
import { boardPage } from "./board-page.ts";
import { storedSessions } from "./store.ts";

const MAX_CARDS = 100;

export default serveDemo(
  board,
  {
    get: async () => {
      const now = new Date();
      const nonce = crypto.randomUUID();
      const { cards } = demoInbox(now, { limit: MAX_CARDS });
      const html = boardPage({
        spine: demoDataset(now).spine,
        cards: cards.map(({ approval }) => approval),
        sessions: storedSessions(),
        nonce,
      });
      return new Response(html, {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": `default-src 'none'; connect-src 'self'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
          // The address contains the token.
          "referrer-policy": "no-referrer",
        },
      });
    },
  },
  requireDemoTokenOfPage,
);
