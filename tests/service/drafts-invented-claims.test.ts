/** A model that invents numbers, dates and names gets none of them into an approved card. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import deliverableDrafts from "../../supabase/functions/deliverable-drafts/index.ts";
import updatesDraft from "../../supabase/functions/updates-draft/index.ts";
import { configureChat } from "../support/chat-in-process.ts";
import { owner } from "../support/database.ts";
import { randomNumbers, roundsOf } from "../support/depth.ts";
import { codeOf } from "../support/http.ts";
import { type MockModel, startMockModel } from "../support/mock-model.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { act, perform, storedCard } from "./approval-acting.ts";
import { type Claim, inventedClaims, type Language } from "./invented-claims.ts";

interface Reason {
  code: string;
  message: string;
  section?: string;
  sentence?: string;
}
interface Payload {
  headline?: string;
  body?: string;
  next_steps?: string;
  title?: string;
  sections?: { heading: string; body: string }[];
}
interface Drafted {
  approval: { id: string; version: number; payload: Payload };
  model: string | null;
}

const CODES = ["figure_unsourced", "date_unsourced", "name_unsourced"];
const MEETING = "Kick-off";
const MEETING_WORDS = "We agreed that the home page comes first.";
const PERIOD = { from_on: "2026-03-02", to_on: "2026-03-08" };
/** Sentences with a source, or without a claim; `{meeting}` and `{tasks}` are the numbers of their evidence. */
const sourcedSentences = {
  en: [
    "We agreed that the home page comes first [{meeting}].",
    "1 task is open [{tasks}].",
    "The work is going well, and we are happy with the result.",
  ],
  de: [
    "Wir haben uns darauf geeinigt, dass die Startseite zuerst kommt [{meeting}].",
    "Die Arbeit geht gut voran, und wir sind mit dem Ergebnis zufrieden.",
  ],
};

let own: OwnOrganization;
let model: MockModel;

beforeAll(async () => {
  own = await makeOrganization();
  model = await startMockModel(undefined, { chunkSize: 2_000 });
  await configureChat(model);
  const source = {
    id: randomUUID(),
    organization_id: own.id,
    kind: "meeting",
    project_id: own.alphaId,
    title: MEETING,
    occurred_at: "2026-03-03T10:00:00Z",
    published_version: 1,
  };
  await owner`insert into public.sources ${owner(source)}`;
  await owner`
    insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
    values (${own.id}, ${source.id}, 1, 0, ${MEETING_WORDS}, ${own.alphaId})`;
});
afterAll(() => model.close());

const routes = {
  "updates/draft": {
    route: updatesDraft,
    body: PERIOD,
    headings: ["Update", "Next steps"],
  },
  "deliverable-drafts": {
    route: deliverableDrafts,
    body: { ...PERIOD, profile_key: "client-readout", title: "The state of the work" },
    headings: ["Summary", "Progress", "Decisions", "Risks", "Next steps"],
  },
};
type Slug = keyof typeof routes;

/** The answer of a model: each claim on a line of its own, some under a marker or as a heading, among sourced lines. */
function answerOf(slug: Slug, language: Language, claims: Claim[], random: () => number) {
  const lines = new Map(
    routes[slug].headings.map((heading) => [heading, [...sourcedSentences[language]]]),
  );
  const [first, ...others] = claims;
  const inHeadline = slug === "updates/draft" ? first : undefined;
  for (const { sentence } of inHeadline ? others : claims) {
    const target = lines.get(
      routes[slug].headings[Math.floor(random() * lines.size)] as string,
    ) as string[];
    const style = random();
    const line =
      style < 0.15
        ? `### ${sentence.slice(0, -1)}`
        : style < 0.3
          ? `- ${sentence}`
          : style < 0.5
            ? `${sentence.slice(0, -1)} [{meeting}].`
            : style < 0.6
              ? `${sentence.slice(0, -1)} [97].`
              : sentence;
    target.splice(Math.floor(random() * (target.length + 1)), 0, line);
  }
  const headline = inHeadline?.sentence ?? (language === "en" ? "On time" : "Alles nach Plan");
  return [
    ...(slug === "updates/draft" ? [`## Headline\n${headline}`] : []),
    ...[...lines].map(([heading, list]) => `## ${heading}\n${list.join("\n\n")}`),
  ].join("\n");
}

/** Drafts through the route, with a model that gives this answer. */
async function draft(slug: Slug, answer: string): Promise<Drafted> {
  model.script = ({ messages }) => {
    const evidence = messages.at(-1)?.content ?? "";
    const numberOf = (title: string) =>
      evidence.match(new RegExp(`^\\[(\\d+)\\] \\([^)]*; ${title}`, "m"))?.[1] ?? "no evidence";
    return {
      content: answer
        .replaceAll("{meeting}", numberOf(MEETING))
        .replaceAll("{tasks}", numberOf("Open tasks")),
    };
  };
  const response = await routes[slug].route.fetch(
    new Request(`https://service.example/${slug}`, {
      method: "POST",
      headers: { ...own.people.lead.headers, "content-type": "application/json" },
      body: JSON.stringify({ project_id: own.alphaId, ...routes[slug].body }),
    }),
  );
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.not.stringContaining("no evidence")]);
  return JSON.parse(text) as Drafted;
}

const bare = (line: string) => line.replace(/\s*\[[\d, ]+\]/g, "").replace(/^(#+|-)\s+/, "");

/** The payload without the lines that the reasons name, as a careful person corrects it. */
function correctionOf({ headline, ...payload }: Payload, reasons: Reason[]): Payload {
  const sentences = reasons.map(({ sentence = "" }) => bare(sentence));
  const isNamed = (line: string) => sentences.some((sentence) => bare(line).includes(sentence));
  const withoutNamedLines = (text: string) =>
    text
      .split("\n\n")
      .filter((line) => !isNamed(line))
      .join("\n\n");
  return {
    ...payload,
    ...(headline && { headline: isNamed(headline) ? "On time" : headline }),
    ...(payload.body && { body: withoutNamedLines(payload.body) }),
    ...(payload.next_steps && { next_steps: withoutNamedLines(payload.next_steps) }),
    ...(payload.sections && {
      sections: payload.sections.map(({ heading, body }) => ({
        heading,
        body: withoutNamedLines(body),
      })),
    }),
  };
}

const refusedCodes = (reasons: Reason[], { words }: Claim) =>
  reasons.filter(({ code, sentence }) => CODES.includes(code) && sentence?.includes(words));

test("a draft whose sentences have sources is approved", async () => {
  for (const slug of Object.keys(routes) as Slug[]) {
    for (const language of ["en", "de"] as const) {
      const { approval, model: name } = await draft(
        slug,
        answerOf(slug, language, [], () => 0),
      );
      expect(name).not.toBeNull();
      const answer = await act(own, "admin", { action: "approve", id: approval.id });
      expect([slug, language, answer.status, answer.text]).toEqual([
        slug,
        language,
        200,
        expect.any(String),
      ]);
    }
  }
});

test("an invented number, date or name is refused at approval, and the reason names its sentence", async () => {
  const random = randomNumbers();
  const count = { drafts: 0, claims: 0, refused: 0, approved: 0, reached: 0 };
  const missedClaims: string[] = [];
  for (let round = 0; round < roundsOf({ default: 1, nightly: 15 }); round += 1) {
    await owner`delete from private.rate_limits where organization_id = ${own.id}`;
    for (const slug of Object.keys(routes) as Slug[]) {
      for (const language of ["en", "de"] as const) {
        const claims = inventedClaims(language, random).sort(() => random() - 0.5);
        const { approval } = await draft(slug, answerOf(slug, language, claims, random));
        count.drafts += 1;
        count.claims += claims.length;

        const answer = await act(own, "admin", { action: "approve", id: approval.id });
        expect([answer.status, codeOf(answer)]).toEqual([409, "draft_not_ready"]);
        const { reasons } = (answer.json as { details: { reasons: Reason[] } }).details;
        for (const claim of claims) {
          if (refusedCodes(reasons, claim).length > 0) count.refused += 1;
          else missedClaims.push(`${slug} ${claim.shape}: ${claim.sentence}`);
        }
        for (const sentence of sourcedSentences[language].map(bare)) {
          expect(reasons.map((reason) => reason.sentence)).not.toContain(sentence);
        }

        // Without the sentences that the reasons name, the card is ready, and it has no invented words left.
        const payload = correctionOf(approval.payload, reasons);
        await perform(own, "lead", {
          action: "edit",
          id: approval.id,
          version: approval.version,
          payload,
        });
        await perform(own, "admin", { action: "approve", id: approval.id });
        const card = await storedCard(approval.id);
        expect(card["status"]).toBe("approved");
        count.approved += 1;
        const text = JSON.stringify(card["payload"]);
        for (const { sentence } of claims)
          if (text.includes(sentence.slice(0, -1))) count.reached += 1;
      }
    }
  }
  console.log(
    `${count.drafts} drafts with ${count.claims} invented claims: ${count.refused} refused by name, ` +
      `${count.approved} cards approved after correction, ${count.reached} claims reached approval`,
  );
  expect(missedClaims).toEqual([]);
  expect(count.reached).toBe(0);
});
