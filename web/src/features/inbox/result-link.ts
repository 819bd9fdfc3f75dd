import type { Approval } from "../../api/approval-routes.ts";

const names: Partial<Record<Approval["kind"], string>> = {
  task_create: "task",
  calendar_event_create: "event",
  calendar_event_update: "event",
  calendar_event_cancel: "event",
};

export interface ResultLink {
  label: string;
  href: string;
  /** A URL of the console itself. */
  isOurs: boolean;
}

/** A link to the result of an execution; null if the result has no URL. */
export function resultLink({ kind, execution }: Approval): ResultLink | null {
  const url = execution.result?.url;
  if (!url) return null;
  const label = `Open the ${names[kind] ?? "result"}`;
  if (url.startsWith("/") && !url.startsWith("//")) {
    return { label, href: url, isOurs: true };
  }
  // The URL comes from another system, so only web pages are opened.
  return /^https?:\/\//i.test(url) ? { label, href: url, isOurs: false } : null;
}
