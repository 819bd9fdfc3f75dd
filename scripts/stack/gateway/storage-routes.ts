/**
 * `/storage/v1`: checks keys, tokens and limits, and receives uploads, before Lite's Storage handles a request; then
 * adapts its response.
 */
import { type Context, Hono } from "hono";
import type { DataApiProcess } from "../lite/data-api-process.ts";
import { inTurn } from "../lite/keyed-queue.ts";
import type { Lite } from "../lite/lite.ts";
import { checkList } from "../lite/repairs/list-order.ts";
import { asAttachment, decodeSafely } from "../lite/repairs/object-download.ts";
import { signMany, withUrls } from "../lite/repairs/signed-urls.ts";
import { InvalidToken, type Tokens } from "../lite/repairs/user-tokens.ts";
import { type Admission, isFirst, type Subject } from "./admission.ts";
import type { BodyPace } from "./body-pace.ts";
import { clientAddressOf } from "./client-address.ts";
import { type KnownKeys, liteHeaders, subjectOf, userSubject } from "./credentials.ts";
import type { Connection } from "./functions-proxy.ts";
import { GatewayError } from "./gateway-errors.ts";
import { withIncomingFile } from "./incoming-file.ts";
import type { BodyMemory } from "./request-body.ts";
import type { UserTiers } from "./user-tiers.ts";

export interface StorageOptions {
  lite: Lite;
  /** Accepts files, and serves everyone but leaders and the service; by default `lite` does. */
  dataApiOfOthers?: Pick<DataApiProcess, "fetch">;
  keys: KnownKeys;
  tokens: Tokens;
  userTiers: UserTiers;
  proxies: string[];
  admission: Admission;
  pace: BodyPace;
  bodies: BodyMemory;
  /** Folder for files on their way in. */
  incomingDir: string;
}

// Lite's own limit for an object, plus room for the form around it.
const MAX_FILE_BYTES = 51 * 1_048_576;
const MAX_BODY_BYTES = 262_144;
const PREFIX = "/storage/v1";
const SIGNED_DOWNLOAD = /^\/storage\/v1\/object\/sign\//;
const SIGNED_UPLOAD = /^\/storage\/v1\/object\/upload\/sign\//;
const PUBLIC_OBJECT = /^\/storage\/v1\/object\/public\//;
const AUTHENTICATED = /^\/storage\/v1\/object\/authenticated\//;
const SIGN_MANY = /^\/storage\/v1\/object\/sign\/[^/]+\/?$/;
const OBJECT = /^\/storage\/v1\/object\/(?!info\/)/;
const OBJECT_WRITE =
  /^\/storage\/v1\/object\/(?:upload\/sign\/)?(?!(?:upload|sign|list)\/)([^/]+\/.+)$/;

export function storageRoutes(options: StorageOptions): Hono<Connection> {
  const { lite, dataApiOfOthers = lite, keys, tokens, admission, bodies } = options;
  // Uploads to the same path run one after the other. Lite checks whether an object exists, writes its bytes and then
  // its row, so of two concurrent uploads, the refused one could have written its bytes last.
  const writing = inTurn();
  return new Hono<Connection>().all("*", async (c: Context<Connection>) => {
    const { raw } = c.req;
    const headers = await liteHeaders(c.req, "storage", keys, tokens, {
      keyless: isKeyless(c.req.method, c.req.path),
    });
    // This is checked before the body is read, because a caller without a token must not make the stack accept bytes.
    const owner = await checkUrlToken(c, tokens);
    const subject =
      owner === undefined
        ? await subjectOf(c.req, clientAddressOf(c.env.incoming, options.proxies), options)
        : await userSubject(owner, options.userTiers);
    const url = new URL(c.req.url);
    url.searchParams.delete("apikey");
    url.pathname = url.pathname.replace(AUTHENTICATED, `${PREFIX}/object/`);
    const objectPath = isRead(c.req.method) ? undefined : OBJECT_WRITE.exec(url.pathname)?.[1];
    const ask = (body: Uint8Array<ArrayBuffer> | Blob | null) =>
      admission.data.run(subject, raw.signal, () => answer(c, url, headers, body, subject));
    if (objectPath !== undefined && c.req.method !== "DELETE") {
      return admission.uploads.run(subject, raw.signal, () =>
        withIncomingFile(
          raw,
          MAX_FILE_BYTES,
          options.incomingDir,
          options.pace,
          subject,
          (file) => {
            if (file.type !== undefined) headers.set("content-type", file.type);
            if (file.cacheSeconds !== undefined) {
              headers.set("cache-control", `max-age=${file.cacheSeconds}`);
            }
            return writing(decodeSafely(objectPath), () => ask(file.bytes));
          },
        ),
      );
    }
    return bodies.withBody(raw, MAX_BODY_BYTES, subject, async (body) => {
      if (c.req.method === "POST") checkList(c.req.path, body);
      return ask(body);
    });
  });

  async function answer(
    c: Context<Connection>,
    url: URL,
    headers: Headers,
    body: Uint8Array<ArrayBuffer> | Blob | null,
    { tier }: Subject,
  ): Promise<Response> {
    if (c.req.method === "POST" && SIGN_MANY.test(c.req.path)) {
      return signMany(lite, url, headers, body as Uint8Array<ArrayBuffer> | null);
    }
    // Lite checks the bucket's limit by this header alone, so a body that was sent in chunks would evade it.
    headers.delete("transfer-encoding");
    if (body !== null) {
      headers.set("content-length", String(body instanceof Blob ? body.size : body.byteLength));
    }
    const request = new Request(url, {
      method: c.req.method,
      headers,
      body: body instanceof Blob ? body.stream() : body,
      duplex: "half",
    } as RequestInit);
    const storage = isFirst(tier) && !(body instanceof Blob) ? lite : dataApiOfOthers;
    const response = await storage.fetch(request, tier);
    if (isRead(c.req.method) && OBJECT.test(c.req.path)) return asAttachment(c, response, url);
    if (c.req.method === "POST" && /\/sign\//.test(c.req.path)) return withUrls(response);
    return response;
  }
}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

// A signed address contains its permission and needs no key, so that it can be opened as a link.
function isKeyless(method: string, path: string): boolean {
  if (isRead(method)) return SIGNED_DOWNLOAD.test(path) || PUBLIC_OBJECT.test(path);
  return method === "PUT" && SIGNED_UPLOAD.test(path);
}

/**
 * The user of the signed token in the address, if it names one. Lite returns 500 for a forged or expired token;
 * the platform returns 400.
 */
async function checkUrlToken(c: Context, tokens: Tokens): Promise<string | undefined> {
  const isSignedUrl =
    (isRead(c.req.method) && SIGNED_DOWNLOAD.test(c.req.path)) ||
    (c.req.method === "PUT" && SIGNED_UPLOAD.test(c.req.path));
  if (!isSignedUrl) return undefined;
  try {
    return await tokens.checkStorageToken(c.req.query("token") ?? "");
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    const message = error.expired ? '"exp" claim timestamp check failed' : "Invalid signature";
    throw new GatewayError(400, { statusCode: "400", error: "InvalidJWT", message });
  }
}
