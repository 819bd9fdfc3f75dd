/** Names of vendors, as people write them; private.provider_name() has the same names. */
const names: Record<string, string> = {
  clickup: "ClickUp",
  hubspot: "HubSpot",
  google_calendar: "Google Calendar",
  google_drive: "Google Drive",
  microsoft_calendar: "Microsoft Calendar",
  microsoft_graph: "Microsoft 365",
};

/** The name of a vendor; one that is not listed gets its words capitalized. */
export function providerName(provider: string): string {
  return (
    names[provider] ??
    provider.replaceAll("_", " ").replace(/(^| )\w/g, (letter) => letter.toUpperCase())
  );
}
