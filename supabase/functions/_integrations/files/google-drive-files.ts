import { z } from "zod";
import { forgetAccessToken } from "../access-tokens.ts";
import { googleToken } from "../calendar/google-token.ts";
import { type GoogleOptions, googleAccount, googleFailure } from "../google-listing.ts";
import { settingsOf } from "../listing.ts";
import type { VendorAnswer } from "../request.ts";
import { syncErrorOf } from "../sync-failure.ts";
import { SyncError } from "../sync-port.ts";
import { VendorError } from "../vendor-error.ts";
import { type FileSource, UnfetchableFile } from "./port.ts";

const VENDOR = "Google Drive";
const SCOPE = "https://www.googleapis.com/auth/drive.readonly";
const TIMEOUT_MS = 45_000;

const Settings = z.object({ subject: z.email() });
const Refusal = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })) }),
});

/** Downloads files and exports documents of Google, up to the size that the service reads. */
export function googleDriveFiles({ tokenUrl }: GoogleOptions): FileSource {
  return {
    provider: "google_drive",
    async fetch({ externalId, exportType, settings, secret, baseUrl, maxBytes, signal }) {
      const { subject } = settingsOf(VENDOR, Settings, settings);
      const account = googleAccount(VENDOR, secret);
      const file = `${baseUrl}/files/${encodeURIComponent(externalId)}`;
      const url = exportType
        ? `${file}/export?mimeType=${encodeURIComponent(exportType)}`
        : `${file}?alt=media&supportsAllDrives=true`;
      const send = async () => {
        const token = await googleToken(account, subject, tokenUrl, signal, SCOPE);
        return { token, response: await request(url, token, signal) };
      };
      try {
        let { token, response } = await send();
        if (response.status === 401) {
          await response.body?.cancel();
          forgetAccessToken(token);
          ({ response } = await send());
        }
        if (response.ok) return await bytesOf(response, maxBytes);
        throw failureOf({
          status: response.status,
          headers: response.headers,
          body: await response.json().catch(() => undefined),
        });
      } catch (error) {
        if (error instanceof UnfetchableFile || error instanceof SyncError) throw error;
        if (error instanceof VendorError && error.failure === "refused") {
          throw new SyncError("grant_dead", error.message);
        }
        throw new SyncError(
          "unavailable",
          `${VENDOR} did not send the file in time or closed the connection`,
        );
      }
    },
  };
}

function request(url: string, token: string, signal: AbortSignal): Promise<Response> {
  return fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    // Following a redirect would send the token to its target.
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
}

/** Stops at the limit, whatever size the vendor announced. */
async function bytesOf(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw tooLarge();
    parts.push(part as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function failureOf(answer: VendorAnswer): Error {
  const refusal = Refusal.safeParse(answer.body).data;
  const reasons = refusal?.error.errors.map(({ reason }) => reason) ?? [];
  if (reasons.includes("exportSizeLimitExceeded")) return tooLarge();
  if (answer.status === 404) {
    return new UnfetchableFile(
      "file_not_shared",
      `${VENDOR} no longer shares the file with the connected account. Share it, then retry`,
    );
  }
  if (reasons.some((reason) => /^(cannotDownload|fileNot)/.test(reason))) {
    return new UnfetchableFile(
      "download_forbidden",
      `${VENDOR} does not allow downloads of the file. Allow them, then retry`,
    );
  }
  return (
    syncErrorOf(VENDOR, answer, googleFailure) ??
    new SyncError("invalid_response", `${VENDOR} sent an unexpected response`)
  );
}

const tooLarge = () =>
  new UnfetchableFile("file_too_large", "The file is larger than the service reads");
