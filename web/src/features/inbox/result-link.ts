import type { Approval } from "../../api/approval-routes.ts";

const names: Partial<Record<Approval["kind"], string>> = {
  task_create: "task",
  calendar_event_create: "event",
  calendar_event_update: "event",
  calendar_event_cancel: "event",
};

/** What an execution made, where another system has an address for it. */
export function resultLink({ kind, execution }: Approval): { label: string; href: string } | null {
  const url = execution.result?.url;
  if (!url) return null;
  let address: URL;
  try {
    address = new URL(url, window.location.origin);
  } catch {
    return null;
  }
  // An address comes from another system: nothing but a page is ever opened.
  if (address.protocol !== "https:" && address.protocol !== "http:") return null;
  return { label: `Open the ${names[kind] ?? "result"}`, href: address.href };
}
