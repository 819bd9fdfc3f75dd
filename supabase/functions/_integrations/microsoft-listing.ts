import { z } from "zod";
import { accessToken, forgetAccessToken } from "./access-tokens.ts";
import { type Credentials, type Listing, listing } from "./listing.ts";
import { askVendor, failureOf, type VendorAnswer } from "./request.ts";
import { SyncError, type SyncFailure } from "./sync-port.ts";
import { VendorError } from "./vendor-error.ts";

export interface MicrosoftOptions {
  /** Where tokens are issued, before the tenant; only the operator names addresses. */
  loginUrl: string;
  now?: () => Date;
}

const VENDOR = "Microsoft 365";

/** An app registration with its own permissions, which needs no person to sign in. */
const AppRegistration = z.object({
  tenant_id: z.string().regex(/^[\w.-]+$/),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
});
type AppRegistration = z.output<typeof AppRegistration>;

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() });

export function microsoftListing(
  { loginUrl }: MicrosoftOptions,
  secret: string,
  signal: AbortSignal,
): Listing {
  const app = registrationOf(secret);
  let token = "";
  const credentials: Credentials = {
    async headers() {
      const grant = [loginUrl, app.tenant_id, app.client_id, app.client_secret].join(" ");
      token = await accessToken(grant, () => askForToken(app, loginUrl), signal);
      return { authorization: `Bearer ${token}` };
    },
    renew() {
      forgetAccessToken(token);
      return true;
    },
  };
  return listing(VENDOR, credentials, signal, judge);
}

async function askForToken(app: AppRegistration, loginUrl: string) {
  const answer = await askVendor({
    vendor: VENDOR,
    method: "POST",
    url: `${loginUrl}/${encodeURIComponent(app.tenant_id)}/oauth2/v2.0/token`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    form: {
      grant_type: "client_credentials",
      client_id: app.client_id,
      client_secret: app.client_secret,
      scope: "https://graph.microsoft.com/.default",
    },
    signal: new AbortController().signal,
  });
  const failure = failureOf(VENDOR, answer);
  if (failure) throw failure;
  const parsed = Token.safeParse(answer.body);
  if (!parsed.success) throw new VendorError("busy", `${VENDOR} sent an unreadable token`);
  return { token: parsed.data.access_token, lifetimeMs: parsed.data.expires_in * 1000 };
}

function registrationOf(secret: string): AppRegistration {
  try {
    return AppRegistration.parse(JSON.parse(secret));
  } catch {
    throw new SyncError(
      "grant_dead",
      `The app registration for ${VENDOR} is invalid. Ask an admin to connect it again`,
    );
  }
}

const DEAD_CURSORS = new Set([
  "syncstatenotfound",
  "syncstateinvalid",
  "resyncrequired",
  "fullsyncrequired",
]);
const LIMITS = new Set(["toomanyrequests", "applicationthrottled", "activitylimitreached"]);
const Refusal = z.object({ error: z.object({ code: z.string() }) });

/** An expired cursor is reported as 400 or 410. */
function judge({ status, body }: VendorAnswer): SyncFailure | null {
  const code = Refusal.safeParse(body).data?.error.code.toLowerCase() ?? "";
  if (status === 410 || DEAD_CURSORS.has(code)) return "cursor_died";
  return LIMITS.has(code) ? "rate_limited" : null;
}
