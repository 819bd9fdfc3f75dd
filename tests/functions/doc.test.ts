import { describe, expect, test } from "vitest";
import route from "../../supabase/functions/doc/index.ts";
import {
  answering,
  id,
  notTheirs,
  path,
  refusedRole,
  storageRefusal,
} from "./documents-in-process.ts";
import { asked, call, refusal } from "./in-process.ts";

const file = {
  document_id: id,
  version: 2,
  bucket: "documents",
  path,
  file_name: "Größe & Maß.pdf",
};

describe("200", () => {
  test("an address of a minute, that saves the file under its name", async () => {
    answering({ "/rpc/get_document_file": file });
    const answer = await call(route, `/doc?document_id=${id}&version=2`);
    expect([answer.status, answer.json]).toEqual([
      200,
      { document_id: id, version: 2, url: expect.any(String), expires_at: expect.any(String) },
    ]);
    expect(await asked[1]?.json()).toEqual({ document_id: id, version: 2 });
    expect(await asked[2]?.json()).toEqual({ expiresIn: 60 });
    expect(asked[2]?.headers.get("authorization")).toBe(asked[1]?.headers.get("authorization"));
    const { url, expires_at } = answer.json as { url: string; expires_at: string };
    const address = new URL(url);
    expect(address.origin + address.pathname).toBe(
      `https://backend.example/storage/v1/object/sign/documents/${path}`,
    );
    expect(address.searchParams.get("download")).toBe("Größe & Maß.pdf");
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(60_000);
  });
});

describe("400", () => {
  test.each(["", "?document_id=1", `?document_id=${id}&version=0`, `?document_id=${id}&as=x`])(
    "%s",
    async (query) => {
      answering({ "/rpc/get_document_file": file });
      const answer = await call(route, `/doc${query}`);
      expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
      expect(asked).toHaveLength(1);
    },
  );
});

describe("403, 404 and 409", () => {
  test("a client contact is refused before their query is read", async () => {
    answering({ "/rpc/require_internal_viewer": refusedRole() });
    const answer = await call(route, "/doc?nonsense=1");
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
  });

  test.each([
    [notTheirs(), 404, "document_not_found"],
    [refusal(400, "OPSTA", "Archived", "document_archived"), 409, "document_archived"],
  ] as const)("no address is signed (%#)", async (refused, status, code) => {
    answering({ "/rpc/get_document_file": refused });
    const answer = await call(route, `/doc?document_id=${id}`);
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(asked).toHaveLength(2);
  });

  test("where Storage's own policy refuses", async () => {
    answering({
      "/rpc/get_document_file": file,
      [`/storage/v1/object/sign/documents/${path}`]: storageRefusal("404"),
    });
    const answer = await call(route, `/doc?document_id=${id}`);
    expect([answer.status, answer.code]).toEqual([404, "document_not_found"]);
  });
});

test("503 when Storage cannot be reached", async () => {
  answering({
    "/rpc/get_document_file": file,
    [`/storage/v1/object/sign/documents/${path}`]: new Error("gone"),
  });
  const answer = await call(route, `/doc?document_id=${id}`);
  expect([answer.status, answer.code]).toEqual([503, "storage_unavailable"]);
});
