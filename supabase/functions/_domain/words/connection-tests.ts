import type { ConnectionTest } from "../integrations/contract.ts";
import { countInWords, type Format, wordOf } from "./format.ts";
import { providerName } from "./providers.ts";

type Facts = Pick<
  ConnectionTest,
  "result" | "http_code" | "resource" | "list_count" | "has_more_lists"
> & { provider: string; secret_type: string };

/** The vendor's word for a list that is assigned to a project; a vendor without lists has none. */
const lists: Record<string, [one: string, many: string]> = {
  clickup: ["list", "lists"],
  linear: ["project or team", "projects and teams"],
  harvest: ["project", "projects"],
  google_calendar: ["calendar", "calendars"],
  microsoft_graph: ["calendar", "calendars"],
  google_drive: ["folder", "folders"],
};

const secrets: Record<string, string> = {
  service_account: "service account",
  app_registration: "app registration",
};
const tokens: Record<string, string> = { linear: "API key", fathom: "API key", resend: "API key" };

/** The vendor's word for a token. */
export const wordOfToken = (provider: string): string => tokens[provider] ?? "token";

const delegation = (scopes: string) =>
  `In the Google Admin console, open Security, API controls, Domain-wide delegation, and add the client ID of the service account with ${scopes}. Check that the address belongs to that domain.`;

/** The next step after the vendor rejected the secret. */
const afterRejection: Record<string, string> = {
  clickup: "Create a new token in ClickUp under Settings, Apps and save it.",
  linear: "Create a new API key in Linear under Settings, Security & access and save it.",
  harvest:
    "Check the account ID, or create a new token at id.getharvest.com/developers and save it.",
  fathom: "Create a new API key in Fathom under Settings, API Access and save it.",
  hubspot: "Copy the token of the private app in HubSpot again and save it.",
  resend: "Create a new API key with full access at resend.com/api-keys and save it.",
  google_calendar: delegation("calendar.events, calendar.readonly and calendar.freebusy"),
  google_drive: delegation("drive.readonly"),
  gmail: delegation("gmail.readonly"),
  microsoft_graph:
    "Check the tenant ID, client ID and client secret in Microsoft Entra and save them again.",
};

/** The next step after the vendor denied a kind of data. */
const afterDenial: Record<string, string> = {
  "clickup.list":
    "Check the ID of the list for new tasks, or share the list with the token's owner.",
  "clickup.workspace": "Check the number of the workspace, or invite the token's owner to it.",
  "linear.teams": "Create an API key that reads all teams and save it.",
  "harvest.hours": "Use the token of a manager or administrator, and check the account ID.",
  "google_calendar.calendars": "Enable the Google Calendar API in the service account's project.",
  "google_drive.folders": "Enable the Google Drive API in the service account's project.",
  "gmail.emails": "Enable the Gmail API in the service account's project.",
  "microsoft_graph.calendars":
    "Grant the app the application permission Calendars.Read with admin consent, and check the addresses of your employees.",
  "hubspot.companies": "Add the scope crm.objects.companies.read to the private app.",
  "hubspot.contacts": "Add the scope crm.objects.contacts.read to the private app.",
  "hubspot.deals": "Add the scope crm.objects.deals.read to the private app.",
};

/** The result of a connection test with the next step; an open test has none. */
export function connectionTestInWords(test: Facts, format: Format): string | null {
  const { provider, secret_type, result, http_code, resource } = test;
  const vendor = providerName(provider);
  const secret = secrets[secret_type] ?? wordOfToken(provider);
  const status = http_code === null ? "" : ` (${http_code})`;
  switch (result) {
    case null:
      return null;
    case "accepted":
      return [`${vendor} accepted the ${secret}.`, listsInWords(test, format)]
        .filter(Boolean)
        .join(" ");
    case "rejected":
      if (resource === "secret") {
        return `No ${secret} of ${vendor} is stored. Choose “Change connection” and enter one.`;
      }
      return `${vendor} rejected the ${secret}${status}. ${afterRejection[provider] ?? "Create a new one and save it."}`;
    case "forbidden":
      if (http_code === null) {
        return resource === "calendars"
          ? `${vendor} has no calendar to read, because no employee has an address in your organization's email domain. Add one under People.`
          : `The settings for ${vendor} are incomplete. Choose “Change connection” and complete them.`;
      }
      return `${vendor} accepted the ${secret}, but denies access to ${deniedIn(resource)}${status}. ${
        afterDenial[`${provider}.${resource}`] ?? `Check the access of the ${secret} in ${vendor}.`
      }`;
    case "rate_limited":
      return `${vendor} is limiting requests, so the ${secret} was not tested. Test again in a minute.`;
    case "unavailable":
      return `${vendor} ${http_code === null ? "didn't respond" : `failed${status}`}, so the ${secret} was not tested. Test again in a minute.`;
    case "invalid_response":
      return `${vendor} sent a response that Countersign can't read${status}. Check the settings of the connection. If they are right, report it to your operator.`;
    case "lost":
      return "The test was interrupted. Test again.";
  }
}

function listsInWords(
  { provider, list_count, has_more_lists }: Facts,
  format: Format,
): string | null {
  const [one, many] = lists[provider] ?? [];
  if (!one || !many) return null;
  if (list_count === 0) {
    return has_more_lists
      ? `It doesn't show its ${many}: assign them by ID.`
      : `It shows no ${many} yet. Create one there, then test again.`;
  }
  const visibleLists = `${countInWords(list_count, format, one, many)} ${list_count === 1 ? "is" : "are"} visible.`;
  return has_more_lists ? `${visibleLists} Others can be assigned by ID.` : visibleLists;
}

const deniedIn = (resource: string | null) =>
  resource === "list" || resource === "workspace"
    ? `the ${resource}`
    : wordOf(resource ?? "the data");
