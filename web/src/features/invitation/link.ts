const PATH = "/invitation";
const KEPT = "invitation";

/** What the link of an invitation says; the token alone opens something, and the rest is for the reader. */
export interface OpenedInvitation {
  token: string;
  organization?: string | undefined;
  inviter?: string | undefined;
  email?: string | undefined;
}

export function isInvitationPage(): boolean {
  return window.location.pathname === PATH;
}

/**
 * What stands behind the `#` of a link. Who invites to which organization travels with the token and not through
 * the service, which tells nobody without a session anything about an invitation.
 */
export function invitationHash({ token, organization, inviter, email }: OpenedInvitation): string {
  const said = { organization, inviter, email };
  const given = Object.entries(said).filter((entry): entry is [string, string] => !!entry[1]);
  return new URLSearchParams([["token", token], ...given]).toString();
}

/** Reads a hash, also that of an older link, which is the token alone. Null without a token. */
export function readInvitationHash(hash: string): OpenedInvitation | null {
  if (!hash.includes("=")) return hash ? { token: hash } : null;
  const given = new URLSearchParams(hash);
  const token = given.get("token");
  if (!token) return null;
  const textOf = (name: string) => given.get(name)?.trim().slice(0, 320) || undefined;
  return {
    token,
    organization: textOf("organization"),
    inviter: textOf("inviter"),
    email: textOf("email"),
  };
}

/**
 * The opened link. What stands behind the `#` is seen by no server and is taken out of the address at once, so
 * that neither history nor a shared screen shows it; this tab keeps it until it is used.
 */
export function openedInvitation(): OpenedInvitation | null {
  const given = window.location.hash.slice(1);
  if (given) {
    window.sessionStorage.setItem(KEPT, given);
    window.history.replaceState(window.history.state, "", PATH);
  }
  return readInvitationHash(window.sessionStorage.getItem(KEPT) ?? "");
}

export function forgetToken(): void {
  window.sessionStorage.removeItem(KEPT);
}
