const PATH = "/password";
const STORAGE_KEY = "password-link";

export interface OpenedLink {
  token: string;
  email: string | undefined;
}

export function isPasswordPage(): boolean {
  return window.location.pathname === PATH;
}

/** The URL of a new link. No server sees the part behind the `#`. */
export function passwordLink({ token, email }: { token: string; email: string }): string {
  return `${window.location.origin}${PATH}#${new URLSearchParams({ token, email })}`;
}

/** Removes the link's token from the URL at once; this tab stores it until it is used. */
export function openedLink(): OpenedLink | null {
  const hash = window.location.hash.slice(1);
  if (new URLSearchParams(hash).has("token")) {
    window.sessionStorage.setItem(STORAGE_KEY, hash);
    window.history.replaceState(window.history.state, "", PATH);
  }
  const details = new URLSearchParams(window.sessionStorage.getItem(STORAGE_KEY) ?? "");
  const token = details.get("token");
  return token ? { token, email: details.get("email")?.slice(0, 320) || undefined } : null;
}

export function forgetLink(): void {
  window.sessionStorage.removeItem(STORAGE_KEY);
}
