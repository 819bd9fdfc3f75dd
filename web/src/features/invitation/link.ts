import { type OpenedInvitation, readInvitationHash } from "./hash.ts";

const PATH = "/invitation";
const STORAGE_KEY = "invitation";

export function isInvitationPage(): boolean {
  return window.location.pathname === PATH;
}

/**
 * The opened link. No server sees the part behind the `#`. It is removed from the URL at once, so that neither
 * the history nor a shared screen shows it; this tab stores it until it is used.
 */
export function openedInvitation(): OpenedInvitation | null {
  const hash = window.location.hash.slice(1);
  if (hash) {
    window.sessionStorage.setItem(STORAGE_KEY, hash);
    window.history.replaceState(window.history.state, "", PATH);
  }
  return readInvitationHash(window.sessionStorage.getItem(STORAGE_KEY) ?? "");
}

export function forgetToken(): void {
  window.sessionStorage.removeItem(STORAGE_KEY);
}
