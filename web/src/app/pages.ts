import {
  IconBuilding,
  IconCalendar,
  IconCalendarUser,
  IconChartDots,
  IconChecklist,
  IconClock,
  IconFileImport,
  IconFiles,
  IconHeartbeat,
  IconInbox,
  IconLayoutList,
  IconListCheck,
  IconMail,
  IconMessage2Cog,
  IconMessageQuestion,
  IconMicrophone,
  IconPencil,
  IconSearch,
  IconSettings,
} from "@tabler/icons-react";
import type { Viewer } from "../api/routes.ts";
import { askKeys } from "../features/ask/shortcuts.ts";
import { availabilityKeys } from "../features/availability/shortcuts.ts";
import { calendarKeys } from "../features/calendar/shortcuts.ts";
import { documentKeys } from "../features/documents/shortcuts.ts";
import { emailKeys } from "../features/email/shortcuts.ts";
import { healthKeys } from "../features/health/shortcuts.ts";
import { inboxKeys } from "../features/inbox/shortcuts.ts";
import { searchKeys } from "../features/knowledge/shortcuts.ts";
import { timeKeys } from "../features/time/shortcuts.ts";
import { leads } from "../session/viewer.ts";

/**
 * The pages of the rail, in its order. `key` follows `g` on the keyboard; `covers` matches the URLs that belong
 * to a page; `keys` are the shortcuts that only this page has.
 */
const pages = [
  {
    to: "/my-work",
    label: "My work",
    icon: IconChecklist,
    key: "m",
    isFor: () => true,
    covers: /^\/my-work/,
  },
  {
    to: "/inbox",
    label: "Inbox",
    icon: IconInbox,
    key: "n",
    isFor: () => true,
    covers: /^\/(inbox|approvals)/,
    keys: inboxKeys,
  },
  {
    to: "/portfolio",
    label: "Portfolio",
    icon: IconLayoutList,
    key: "p",
    isFor: () => true,
    covers: /^\/(portfolio|projects\/|events\/)/,
  },
  {
    to: "/clients",
    label: "Clients",
    icon: IconBuilding,
    key: "c",
    isFor: () => true,
    covers: /^\/(clients|accounts\/)/,
  },
  {
    to: "/tasks",
    label: "Tasks",
    icon: IconListCheck,
    key: "t",
    isFor: () => true,
    covers: /^\/tasks/,
  },
  {
    to: "/time",
    label: "Hours",
    icon: IconClock,
    key: "o",
    isFor: () => true,
    covers: /^\/time/,
    keys: timeKeys,
  },
  {
    to: "/calendar",
    label: "Calendar",
    icon: IconCalendar,
    key: "k",
    isFor: () => true,
    covers: /^\/calendar/,
    keys: calendarKeys,
  },
  {
    to: "/availability",
    label: "Availability",
    icon: IconCalendarUser,
    key: "v",
    isFor: () => true,
    covers: /^\/availability/,
    keys: availabilityKeys,
  },
  {
    to: "/ask",
    label: "Ask",
    icon: IconMessageQuestion,
    key: "a",
    isFor: () => true,
    covers: /^\/ask/,
    keys: askKeys,
  },
  {
    to: "/search",
    label: "Search",
    icon: IconSearch,
    key: "f",
    isFor: () => true,
    covers: /^\/(search|sources\/)/,
    keys: searchKeys,
  },
  {
    to: "/documents",
    label: "Documents",
    icon: IconFiles,
    key: "d",
    isFor: () => true,
    covers: /^\/documents/,
    keys: documentKeys,
  },
  {
    to: "/email",
    label: "Email",
    icon: IconMail,
    key: "l",
    isFor: leads,
    covers: /^\/email/,
    keys: emailKeys,
  },
  {
    to: "/meetings",
    label: "Meetings",
    icon: IconMicrophone,
    key: "b",
    isFor: leads,
    covers: /^\/meetings/,
  },
  {
    to: "/drafts",
    label: "Drafts",
    icon: IconPencil,
    key: "w",
    isFor: leads,
    covers: /^\/drafts/,
  },
  {
    to: "/estimates",
    label: "Estimates",
    icon: IconChartDots,
    key: "e",
    isFor: () => true,
    covers: /^\/estimates/,
  },
  {
    to: "/import",
    label: "Import",
    icon: IconFileImport,
    key: "i",
    isFor: leads,
    covers: /^\/import/,
  },
  {
    to: "/health",
    label: "Health",
    icon: IconHeartbeat,
    key: "h",
    isFor: leads,
    covers: /^\/health/,
    keys: healthKeys,
  },
  {
    to: "/prompt",
    label: "Prompt",
    icon: IconMessage2Cog,
    key: "r",
    isFor: leads,
    covers: /^\/prompt/,
  },
  {
    to: "/settings/people",
    label: "Settings",
    icon: IconSettings,
    key: "s",
    isFor: leads,
    covers: /^\/settings/,
  },
] as const;

export function pagesFor(viewer: Viewer) {
  return pages.filter((page) => page.isFor(viewer));
}

/** The shortcuts that only the page at this URL has. */
export function ownKeys(viewer: Viewer, pathname: string): [string[], string][] {
  return pagesFor(viewer).flatMap((page) =>
    "keys" in page && page.covers.test(pathname) ? page.keys : [],
  );
}
