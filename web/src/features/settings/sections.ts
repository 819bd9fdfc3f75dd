/** The sections of the settings, for admins and leads. */
export const settingsSections = [
  { to: "/settings/people", label: "People" },
  { to: "/settings/organization", label: "Organization" },
  { to: "/settings/approvals", label: "Approvals" },
  { to: "/settings/rates", label: "Rates" },
  { to: "/settings/profiles", label: "Authoring profiles" },
  { to: "/settings/integrations", label: "Integrations" },
] as const;
