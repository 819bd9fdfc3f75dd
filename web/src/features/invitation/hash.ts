/** The details in the link of an invitation. The token alone opens something; the rest is for the reader. */
export interface OpenedInvitation {
  token: string;
  organization?: string | undefined;
  inviter?: string | undefined;
  email?: string | undefined;
}

/**
 * The part of a link behind the `#`. The inviter and the organization travel with the token and not through the
 * service, which reveals nothing about an invitation to somebody without a session.
 */
export function invitationHash({ token, organization, inviter, email }: OpenedInvitation): string {
  const details = Object.entries({ organization, inviter, email });
  const present = details.filter((entry): entry is [string, string] => !!entry[1]);
  return new URLSearchParams([["token", token], ...present]).toString();
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
  };
}
