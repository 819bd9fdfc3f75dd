/** The details in the link of an invitation. Only the token grants access; the rest is for the reader. */
export interface OpenedInvitation {
  token: string;
  organization?: string | undefined;
  inviter?: string | undefined;
  email?: string | undefined;
  role?: string | undefined;
  /** Names of the projects that the person joins. */
  projects?: string[] | undefined;
}

/** Messengers truncate longer links. */
const MAX_PROJECTS = 10;

/**
 * The part of a link behind the `#`. The inviter and the organization travel with the token and not through the
 * service, which reveals nothing about an invitation without a session.
 */
export function invitationHash(invitation: OpenedInvitation): string {
  const { token, organization, inviter, email, role, projects = [] } = invitation;
  const details = Object.entries({ organization, inviter, email, role });
  const present = details.filter((entry): entry is [string, string] => !!entry[1]);
  const names = projects.slice(0, MAX_PROJECTS).map((name): [string, string] => ["project", name]);
  return new URLSearchParams([["token", token], ...present, ...names]).toString();
}

/** Reads a hash, also that of an older link, which is the token alone. Null without a token. */
export function readInvitationHash(hash: string): OpenedInvitation | null {
  if (!hash.includes("=")) return hash ? { token: hash } : null;
  const details = new URLSearchParams(hash);
  const token = details.get("token");
  if (!token) return null;
  const textOf = (name: string) => details.get(name)?.trim().slice(0, 320) || undefined;
  return {
    token,
    organization: textOf("organization"),
    inviter: textOf("inviter"),
    email: textOf("email"),
    role: textOf("role"),
    projects: details
      .getAll("project")
      .slice(0, MAX_PROJECTS)
      .map((name) => name.slice(0, 320)),
  };
}
