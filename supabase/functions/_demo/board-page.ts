/** The board of the demo dataset as one self-contained HTML page. */
import type { Spine } from "../_domain/chat/context.ts";
import type { DemoSession } from "../_domain/demo/contract.ts";
import { dayInTitle } from "../_domain/demo/inbox.ts";

interface Board {
  spine: Spine;
  cards: { title: string; kind_title: string; project: { name: string } | null }[];
  sessions: DemoSession[];
  /** Allows the page's own style and script; the browser runs no others. */
  nonce: string;
}
type Project = Spine["projects"][number];

const HEALTHS = { off_track: "Off track", at_risk: "At risk", on_track: "On track" } as const;
const SESSION_STATES: Record<DemoSession["status"], string> = {
  indexed: "ready for questions",
  unassigned: "names no project, so questions do not reach it",
  without_text: "has no transcript",
};

export function boardPage({ spine, cards, sessions, nonce }: Board): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(spine.organization.name)} · demo board</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(spine.organization.name)}</h1>
<p>Demo mode: the people and projects are invented, and nothing is stored. Transcripts that you add are gone when the service stops.</p>
</header>
<main>
${section("Projects", `<div class="columns">${columns(spine.projects)}</div>`)}
${section("Waiting for a decision", list(cards.map(cardLine), "No card waits for a decision."))}
${section("Ask a question", QUESTION_FORM)}
${section("Transcripts", list(sessions.map(sessionLine), "No transcripts yet. Paste the first one below.") + TRANSCRIPT_FORM)}
</main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}

const section = (title: string, content: string) => {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;
};

const list = (lines: string[], empty: string) =>
  lines.length === 0
    ? `<p class="dim">${empty}</p>`
    : `<ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`;

/** A column per health, the worst first. A project without a status update is in none. */
function columns(projects: Project[]): string {
  return Object.entries(HEALTHS)
    .map(([health, title]) => {
      const columnProjects = projects.filter(
        (project) => project.status_updates[0]?.health === health,
      );
      return `<div class="column"><h3>${title}</h3>${columnProjects.map(tile).join("") || '<p class="dim">None.</p>'}</div>`;
    })
    .join("");
}

function tile({ name, code, due_on, burn, open_items, status_updates }: Project): string {
  const facts = [
    due_on && `Due ${dayInTitle(due_on)}`,
    burn.percent_of_budget !== null && `${burn.percent_of_budget}% of the budget`,
    countOf(open_items.open, "open task"),
    open_items.blocked > 0 && `${open_items.blocked} blocked`,
  ].filter((fact) => typeof fact === "string");
  return `<article><h4>${escapeHtml(name)} <span class="dim">${escapeHtml(code ?? "")}</span></h4>
<p>${escapeHtml(status_updates[0]?.summary ?? "")}</p><p class="dim">${facts.map(escapeHtml).join(" · ")}</p></article>`;
}

const cardLine = ({ title, kind_title, project }: Board["cards"][number]) =>
  `${escapeHtml(title)} <span class="dim">${escapeHtml([kind_title, project?.name].filter(Boolean).join(" · "))}</span>`;

const sessionLine = ({ title, project, status, passages }: DemoSession) =>
  `${escapeHtml(title)} <span class="dim">${escapeHtml(project?.name ?? "No project")} · ${SESSION_STATES[status]}${
    passages > 0 ? `, ${countOf(passages, "passage")}` : ""
  }</span>`;

const countOf = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? "");

const QUESTION_FORM = `<form data-route="chat">
<label>Question<input name="question" required maxlength="1000" placeholder="Why do tickets vanish on old phones?"></label>
<button>Ask question</button>
<output></output>
</form>`;

const TRANSCRIPT_FORM = `<form data-route="ingest">
<label>Title<input name="title" required maxlength="200"></label>
<label>Transcript<textarea name="transcript" required maxlength="200000" rows="5"></textarea></label>
<button>Add transcript</button>
<output></output>
</form>`;

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { background: light-dark(#fff, #121214); margin: 0 auto; max-width: 72rem; padding: 1rem; }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
h3, h4 { font-size: 1rem; margin: 0 0 .25rem; }
p { margin: 0 0 .25rem; }
.dim { color: light-dark(#5c5f66, #a6a7ab); }
.columns { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); }
.column, form { background: light-dark(#f1f3f5, #25262b); border-radius: .5rem; padding: .75rem; }
article { background: light-dark(#fff, #1a1b1e); border-radius: .4rem; margin-top: .5rem; padding: .6rem; }
ul { margin: 0 0 .75rem; padding-left: 1.2rem; }
form { display: grid; gap: .5rem; }
label { display: grid; gap: .2rem; }
input, textarea, button { border: 1px solid light-dark(#868e96, #909296); border-radius: .3rem; box-sizing: border-box; font: inherit; padding: .4rem .5rem; width: 100%; }
button { cursor: pointer; justify-self: start; width: auto; }
output { overflow-wrap: anywhere; white-space: pre-line; }
`;

/** Sends a form to its route with the token in the page's address, and shows the answer below it. */
const SCRIPT = `
const token = new URLSearchParams(location.search).get("token") ?? "";
for (const form of document.forms) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const output = form.querySelector("output");
    const button = form.querySelector("button");
    button.disabled = true;
    output.textContent = "Working …";
    try {
      const answer = await fetch(form.dataset.route, {
        method: "POST",
        headers: { "content-type": "application/json", "x-demo-token": token },
        body: JSON.stringify(Object.fromEntries(new FormData(form))),
      });
      const body = await answer.json();
      if (!answer.ok) output.textContent = body.message;
      else if (form.dataset.route === "ingest") location.reload();
      else output.textContent = [body.answer.replace(/^[*] /gm, "• "), body.citations.map(({ n, title }) => "[" + n + "] " + title).join("\\n")].join("\\n\\n");
    } catch {
      output.textContent = "The service does not answer. Start it again with npm start -- --demo.";
    }
    button.disabled = false;
  });
}
`;
