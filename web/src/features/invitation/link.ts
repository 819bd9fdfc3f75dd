const PATH = "/invitation";
const KEPT = "invitation";

export function isInvitationPage(): boolean {
  return window.location.pathname === PATH;
}

/**
 * The token of the opened link. It stands behind the `#`, which no server sees, and is taken out of the
 * address at once, so that neither history nor a shared screen shows it; this tab keeps it until it is used.
 */
export function openedToken(): string | null {
  const given = window.location.hash.slice(1);
  if (given) {
    window.sessionStorage.setItem(KEPT, given);
    window.history.replaceState(window.history.state, "", PATH);
  }
  return window.sessionStorage.getItem(KEPT);
}

export function forgetToken(): void {
  window.sessionStorage.removeItem(KEPT);
}
