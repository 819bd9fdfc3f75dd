import { IconFileImport, IconHeartbeat, IconLayoutList, IconSettings } from "@tabler/icons-react";
import type { Viewer } from "../api/routes.ts";
import { healthKeys } from "../features/health/keys.ts";
import { leads } from "../session/viewer.ts";

/**
 * The pages of the rail, in its order. `key` follows `g` on the keyboard; `covers` are the addresses
 * that lie under a page; `keys` are those that only this page has.
 */
const pages = [
  {
    to: "/",
    label: "Portfolio",
    icon: IconLayoutList,
    key: "p",
    isFor: () => true,
    covers: /^\/($|projects\/|accounts\/|clients\/|events\/)/,
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
