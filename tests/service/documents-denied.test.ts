/** A person without access to a document gets no part of it, on any path, and changes nothing. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Ask, askAs, codeOf, comparable } from "../support/http.ts";
import {
  makeOrganization,
  type OwnOrganization,
  type OwnPerson,
} from "../support/own-organization.ts";
import {
  libraryOf,
  requestsFor,
  type Session,
  storedDocument,
  storedFile,
} from "./document-uploading.ts";

let own: OwnOrganization;
let strangers: OwnOrganization;
/** `brief` is of ALPHA, to which the member belongs, `contract` is a contract of it, `hidden` is of BETA. */
let brief: Session;
let contract: Session;
let hidden: Session;
const nobodys = "0000000b-0000-4000-8000-000000999999";

beforeAll(async () => {
  own = await makeOrganization();
  strangers = await makeOrganization();
  brief = await storedDocument(own.people.lead, own.alphaId);
  contract = await storedDocument(own.people.lead, own.alphaId, { kind: "contract" });
  hidden = await storedDocument(own.people.lead, own.betaId);
});

type Send = (path: string, options?: Ask) => Promise<Answer>;

/** The documents that each person is denied, and the responses of routes and functions. */
interface Denied {
  who: string;
  ask: () => Send;
  session: () => Session;
  route: [number, string];
  rpc: string;
}
const person = (one: () => OwnPerson) => () => (path: string, options?: Ask) =>
  one().ask(path, options);
const notFound = { route: [404, "document_not_found"] as [number, string], rpc: "OPNFD" };
const deniedCases: Denied[] = [
  {
    who: "a member, of a contract of their project",
    ask: person(() => own.people.member),
    session: () => contract,
    ...notFound,
  },
  {
    who: "a member, of another project's",
    ask: person(() => own.people.member),
    session: () => hidden,
    ...notFound,
  },
  {
    who: "another organization's admin",
    ask: person(() => strangers.people.admin),
    session: () => brief,
    ...notFound,
  },
  {
    who: "a client contact",
    ask: person(() => own.people.client),
    session: () => brief,
    route: [403, "role_not_allowed"],
    rpc: "OPDEN",
  },
  {
    who: "an outsider",
    ask: () => (path, options) => askAs("outsider", path, options),
    session: () => brief,
    route: [403, "no_membership"],
    rpc: "OPDEN",
  },
  {
    who: "nobody",
    ask: () => (path, options) => askAs("anonymous", path, options),
    session: () => brief,
    route: [401, "not_signed_in"],
    rpc: "42501",
  },
];
const aKey: Denied = {
  who: "the secret key alone",
  ask: () => (path, options) => askAs("secret_key", path, options),
  session: () => brief,
  route: [401, "invalid_token"],
  rpc: "42501",
};

/** The refusal of a call. begin_indexing returns its refusals, so that they count towards its limit. */
function refusalOf(answer: Answer): string | undefined {
  const { refusal } = (answer.json ?? {}) as { refusal?: { code: string } };
  return refusal?.code ?? codeOf(answer);
}

describe.each([...deniedCases, aKey])("$who", ({ ask: asking, session, route, rpc }) => {
  test("gets the same answer from every route and function", async () => {
    const before = await libraryOf(own.id);
    const say = asking();
    const { document_id } = session();
    const answers = await Promise.all(
      requestsFor(document_id, own.alphaId).map(async ([path, options]) => {
        const answer = await say(path, options);
        return [path, path.startsWith("/api/") ? answer.status : undefined, refusalOf(answer)];
      }),
    );
    expect(answers).toEqual(
      requestsFor(document_id, own.alphaId).map(([path]) => {
        const isRoute = path.startsWith("/api/");
        // For another organization, the missing project is reported before the missing document.
        return [path, isRoute ? route[0] : undefined, isRoute ? route[1] : rpc];
      }),
    );
    expect(await libraryOf(own.id)).toBe(before);
  });
});

describe.each(deniedCases)("$who", ({ who, ask: asking, session }) => {
  test("reads no row of it", async () => {
    const { document_id } = session();
    for (const [table, column] of [
      ["sources", "id"],
      ["documents", "id"],
      ["document_versions", "document_id"],
      ["passages", "source_id"],
    ]) {
      const answer = await asking()(`/rest/v1/${table}?${column}=eq.${document_id}`);
      expect([table, answer.text]).toEqual([
        table,
        who === "nobody" ? expect.stringContaining("42501") : "[]",
      ]);
    }
  });

  test("cannot touch its file in Storage", async () => {
    const before = [await libraryOf(own.id), await storedFile(session().path)];
    const { path } = session();
    const folder = path.split("/").slice(0, 3).join("/");
    const object = "/storage/v1/object";
    const say = asking();
    const bytes = { body: "forged", headers: { "content-type": "text/plain" } };
    const upsert = { ...bytes, headers: { ...bytes.headers, "x-upsert": "true" } };
    const move = (to: string) => ({
      bucketId: "documents",
      sourceKey: path,
      destinationKey: to,
    });
    const attempts: [string, Ask | undefined][] = [
      [`${object}/documents/${path}`, undefined],
      [`${object}/authenticated/documents/${path}`, undefined],
      [`${object}/public/documents/${path}`, undefined],
      [`${object}/info/documents/${path}`, undefined],
      [`${object}/documents/${path}`, bytes],
      [`${object}/documents/${path}`, upsert],
      [`${object}/documents/${path}`, { ...bytes, method: "PUT" }],
      [`${object}/documents/${folder}/other.txt`, bytes],
      [`${object}/sign/documents/${path}`, { body: { expiresIn: 60 } }],
      [`${object}/upload/sign/documents/${path}`, { body: {} }],
      [`${object}/upload/sign/documents/${path}`, { body: {}, headers: { "x-upsert": "true" } }],
      [`${object}/upload/sign/documents/${folder}/other.txt`, { body: {} }],
      [`${object}/move`, { body: move(`${folder}/moved.txt`) }],
      [`${object}/copy`, { body: move(`${folder}/copied.txt`) }],
    ];
    for (const [address, options] of attempts) {
      const answer = await say(address, options);
      expect([address, answer.status]).toEqual([address, expect.toBeOneOf([400, 401, 403, 404])]);
      expect(answer.text).not.toContain("supplier");
    }
    const quiet: [string, Ask][] = [
      [`${object}/list/documents`, { body: { prefix: folder } }],
      [`${object}/documents`, { method: "DELETE", body: { prefixes: [path] } }],
    ];
    for (const [address, options] of quiet) {
      expect([address, (await say(address, options)).text]).toEqual([address, "[]"]);
    }
    const many = await say(`${object}/sign/documents`, { body: { expiresIn: 60, paths: [path] } });
    expect((many.json as { signedURL: unknown }[])[0]?.signedURL ?? null).toBeNull();
    expect([await libraryOf(own.id), await storedFile(path)]).toEqual(before);
  });
});

test("a person with access cannot read or change it in Storage either: only the route serves files", async () => {
  const { path } = brief;
  const before = [await libraryOf(own.id), await storedFile(path)];
  const object = "/storage/v1/object";
  const { member, lead } = own.people;
  for (const person of [member, lead]) {
    for (const [address, options] of [
      [`${object}/authenticated/documents/${path}`, undefined],
      [`${object}/sign/documents/${path}`, { body: { expiresIn: 60 } }],
      [`${object}/documents/${path}`, { method: "PUT", body: "forged" }],
      [`${object}/documents/${path}`, { body: "forged", headers: { "x-upsert": "true" } }],
      [`${object}/upload/sign/documents/${path}`, { body: {}, headers: { "x-upsert": "true" } }],
      [
        `${object}/move`,
        { body: { bucketId: "documents", sourceKey: path, destinationKey: `${path}x` } },
      ],
    ] as const) {
      const answer = await person.ask(address, options);
      expect([address, answer.status]).toEqual([address, expect.toBeOneOf([400, 401, 403, 404])]);
    }
    const removal = await person.ask(`${object}/documents`, {
      method: "DELETE",
      body: { prefixes: [path] },
    });
    expect(removal.text).toBe("[]");
  }
  expect([await libraryOf(own.id), await storedFile(path)]).toEqual(before);
});

test("a missing document and a foreign one get the same answer, byte for byte", async () => {
  for (const request of requestsFor(contract.document_id, own.alphaId).slice(0, 10)) {
    const [path, options] = request;
    const foreign = await own.people.member.ask(path, options);
    const missing = await own.people.member.ask(
      path.replaceAll(contract.document_id, nobodys),
      options && {
        body: JSON.parse(JSON.stringify(options.body).replaceAll(contract.document_id, nobodys)),
      },
    );
    expect(comparable(foreign, contract.document_id)).toEqual(comparable(missing, nobodys));
  }
});

test("forbidden kinds, projects and lists are refused", async () => {
  const { member, client } = own.people;
  const upload = {
    project_id: own.alphaId,
    file_name: "forged.txt",
    content_type: "text/plain",
    size_bytes: 6,
  };
  const before = await libraryOf(own.id);
  const attempts: [OwnPerson, string, Ask | undefined, number, string][] = [
    [
      member,
      "/api/doc-upload-session",
      { body: { ...upload, kind: "contract" } },
      403,
      "kind_needs_lead",
    ],
    [
      member,
      "/api/doc-upload-session",
      { body: { ...upload, kind: "sow" } },
      403,
      "kind_needs_lead",
    ],
    [
      member,
      "/api/doc-upload-session",
      { body: { ...upload, project_id: own.betaId } },
      404,
      "project_not_found",
    ],
    [strangers.people.admin, "/api/doc-upload-session", { body: upload }, 404, "project_not_found"],
    [client, "/api/doc-upload-session", { body: { nonsense: true } }, 403, "role_not_allowed"],
    [member, "/api/document-inventory?nonsense=1", undefined, 403, "role_not_allowed"],
    [client, "/api/document-inventory", undefined, 403, "role_not_allowed"],
  ];
  for (const [viewer, path, options, status, code] of attempts) {
    const answer = await viewer.ask(path, options);
    expect([path, answer.status, codeOf(answer)]).toEqual([path, status, code]);
  }
  const inventory = await strangers.people.admin.ask(
    `/api/document-inventory?project_id=${own.alphaId}`,
  );
  expect(inventory.json).toMatchObject({
    documents: [],
    problems: [],
    counts: { documents: 0, problems: 0, in_progress: 0 },
  });
  expect(await libraryOf(own.id)).toBe(before);
});
