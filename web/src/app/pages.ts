import {
  BotMessageSquareIcon,
  BuildingIcon,
  CalendarCheckIcon,
  CalendarIcon,
  ChartLineIcon,
  ClockIcon,
  FileInputIcon,
  FilesIcon,
  FolderKanbanIcon,
  HeartPulseIcon,
  HouseIcon,
  InboxIcon,
  ListChecksIcon,
  MailIcon,
  MessageCircleQuestionMarkIcon,
  MicIcon,
  PencilIcon,
  SearchIcon,
  SettingsIcon,
} from "lucide-react";
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
    icon: HouseIcon,
    key: "m",
    isFor: () => true,
    covers: /^\/my-work/,
  },
  {
    to: "/inbox",
    label: "Inbox",
    icon: InboxIcon,
    key: "n",
    isFor: () => true,
    covers: /^\/(inbox|approvals)/,
    keys: inboxKeys,
  },
  {
    to: "/portfolio",
    label: "Portfolio",
    icon: FolderKanbanIcon,
    key: "p",
    isFor: () => true,
    covers: /^\/(portfolio|projects\/|events\/)/,
  },
  {
    to: "/clients",
    label: "Clients",
    icon: BuildingIcon,
    key: "c",
    isFor: () => true,
    covers: /^\/(clients|accounts\/)/,
  },
  {
    to: "/tasks",
    label: "Tasks",
    icon: ListChecksIcon,
    key: "t",
    isFor: () => true,
    covers: /^\/tasks/,
  },
  {
    to: "/time",
    label: "Hours",
    icon: ClockIcon,
    key: "o",
    isFor: () => true,
    covers: /^\/time/,
    keys: timeKeys,
  },
  {
    to: "/calendar",
    label: "Calendar",
    icon: CalendarIcon,
    key: "k",
    isFor: () => true,
    covers: /^\/calendar/,
    keys: calendarKeys,
  },
  {
    to: "/availability",
    label: "Availability",
    icon: CalendarCheckIcon,
    key: "v",
    isFor: () => true,
    covers: /^\/availability/,
    keys: availabilityKeys,
  },
  {
    to: "/ask",
    label: "Ask",
    icon: MessageCircleQuestionMarkIcon,
    key: "a",
    isFor: () => true,
    covers: /^\/ask/,
    keys: askKeys,
  },
  {
    to: "/search",
    label: "Search",
    icon: SearchIcon,
    key: "f",
    isFor: () => true,
    covers: /^\/(search|sources\/)/,
    keys: searchKeys,
  },
  {
    to: "/documents",
    label: "Documents",
    icon: FilesIcon,
    key: "d",
    isFor: () => true,
    covers: /^\/documents/,
    keys: documentKeys,
  },
  {
    to: "/email",
    label: "Email",
    icon: MailIcon,
    key: "l",
    isFor: leads,
    covers: /^\/email/,
    keys: emailKeys,
  },
  {
    to: "/meetings",
    label: "Meetings",
    icon: MicIcon,
    key: "b",
    isFor: leads,
    covers: /^\/meetings/,
  },
  {
    to: "/drafts",
    label: "Drafts",
    icon: PencilIcon,
    key: "w",
    isFor: leads,
    covers: /^\/drafts/,
  },
  {
    to: "/estimates",
    label: "Estimates",
    icon: ChartLineIcon,
    key: "e",
    isFor: () => true,
    covers: /^\/estimates/,
  },
  {
    to: "/import",
    label: "Import",
    icon: FileInputIcon,
    key: "i",
    isFor: leads,
    covers: /^\/import/,
  },
  {
    to: "/health",
    label: "Health",
    icon: HeartPulseIcon,
    key: "h",
    isFor: leads,
    covers: /^\/health/,
    keys: healthKeys,
  },
  {
    to: "/prompt",
    label: "Prompt",
    icon: BotMessageSquareIcon,
    key: "r",
    isFor: leads,
    covers: /^\/prompt/,
  },
  {
    to: "/settings/people",
    label: "Settings",
    icon: SettingsIcon,
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
