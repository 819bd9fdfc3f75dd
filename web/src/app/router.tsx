import { createRouter } from "@tanstack/react-router";
import { BrokenPage } from "../ui/dead-end-pages.tsx";
import { routeTree } from "./routes.tsx";

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
  // People read and share URLs, so values are plain text instead of the router's JSON.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(
      ([, value]) => value !== undefined && value !== "",
    );
    const text = new URLSearchParams(
      entries.map(([key, value]) => [key, String(value)]),
    ).toString();
    return text && `?${text}`;
  },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
