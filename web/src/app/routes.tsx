import {
  createRootRoute,
  createRoute,
  redirect,
  type SearchSchemaInput,
  stripSearchParams,
} from "@tanstack/react-router";
import type { ComponentType } from "react";
import { defaultClientsSearch, parseClientsSearch } from "../features/accounts/search-params.ts";
import { defaultAskSearch, parseAskSearch } from "../features/ask/search-params.ts";
import {
  defaultAvailabilitySearch,
  parseAvailabilitySearch,
} from "../features/availability/search-params.ts";
import { defaultCalendarSearch, parseCalendarSearch } from "../features/calendar/search-params.ts";
import {
  defaultDocumentsSearch,
  defaultInventorySearch,
  parseDocumentSearch,
  parseDocumentsSearch,
  parseInventorySearch,
} from "../features/documents/search-params.ts";
import { defaultEmailSearch, parseEmailSearch } from "../features/email/search-params.ts";
import {
  defaultEstimatesSearch,
  parseEstimatesSearch,
} from "../features/estimates/search-params.ts";
import { defaultHealthSearch, parseHealthSearch } from "../features/health/search-params.ts";
import { parseImportSearch } from "../features/import/search-params.ts";
import {
  defaultApprovalsSearch,
  defaultInboxSearch,
  parseApprovalsSearch,
  parseInboxSearch,
} from "../features/inbox/search-params.ts";
import {
  defaultKnowledgeSearch,
  parseKnowledgeSearch,
} from "../features/knowledge/search-params.ts";
import { parseSourceSearch } from "../features/knowledge/source-params.ts";
import {
  defaultPeopleSearch,
  parseInviteSearch,
  parsePeopleSearch,
} from "../features/people/search-params.ts";
import {
  defaultPortfolioSearch,
  hasPortfolioSearch,
  parsePortfolioSearch,
} from "../features/portfolio/search-params.ts";
import { defaultProjectSearch, parseProjectSearch } from "../features/projects/search-params.ts";
import { defaultPromptSearch, parsePromptSearch } from "../features/prompts/search-params.ts";
import { defaultTasksSearch, parseTasksSearch } from "../features/tasks/search-params.ts";
import { defaultTimeSearch, parseTimeSearch } from "../features/time/search-params.ts";
import { MissingPage, NotFoundPage } from "../ui/dead-end-pages.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Shell } from "./frame.tsx";

const lazyPage = (load: () => Promise<{ default: ComponentType }>) =>
  lazyPart(load, { failed: MissingPage });

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: () => <NotFoundPage />,
  // The task panel opens over any page.
  validateSearch: ({
    task,
  }: { task?: string | undefined } & SearchSchemaInput): {
    task?: string | undefined;
  } => (task ? { task } : {}),
});

/** The home page. The portfolio once had no path of its own, so its old URLs redirect to it. */
const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: ({ search }) => {
    throw hasPortfolioSearch(search)
      ? redirect({ to: "/portfolio", search, replace: true })
      : redirect({ to: "/my-work", search: { task: search.task }, replace: true });
  },
});

const myWorkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/my-work",
  component: lazyPage(() => import("../features/work/my-work-page.tsx")),
});

const portfolioRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/portfolio",
  validateSearch: parsePortfolioSearch,
  search: { middlewares: [stripSearchParams(defaultPortfolioSearch)] },
  component: lazyPage(() => import("../features/portfolio/portfolio-page.tsx")),
});

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$projectId",
  validateSearch: parseProjectSearch,
  search: { middlewares: [stripSearchParams(defaultProjectSearch)] },
  component: lazyPage(() => import("../features/projects/project-page.tsx")),
});

const tasksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/tasks",
  validateSearch: parseTasksSearch,
  search: { middlewares: [stripSearchParams(defaultTasksSearch)] },
  component: lazyPage(() => import("../features/tasks/tasks-page.tsx")),
});

const yourAccountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/account",
  component: lazyPage(() => import("../features/account/account-page.tsx")),
});

const eventRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/events/$eventId",
  component: lazyPage(() => import("../features/events/event-page.tsx")),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/accounts/$accountId",
  component: lazyPage(() => import("../features/accounts/account-page.tsx")),
});

const clientsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/clients",
  validateSearch: parseClientsSearch,
  search: { middlewares: [stripSearchParams(defaultClientsSearch)] },
  component: lazyPage(() => import("../features/accounts/clients-page.tsx")),
});

const clientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/clients/$clientId",
  component: lazyPage(() => import("../features/accounts/client-page.tsx")),
});

const clientPortalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/clients/$clientId/portal",
  component: lazyPage(() => import("../features/client/see-as-client-page.tsx")),
});

const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/import",
  component: lazyPage(() => import("../features/import/import-page.tsx")),
});

const importRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/import/$runId",
  validateSearch: parseImportSearch,
  component: lazyPage(() => import("../features/import/import-run-page.tsx")),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings",
  beforeLoad: () => {
    throw redirect({ to: "/settings/people", replace: true });
  },
});

const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings/organization",
  component: lazyPage(() => import("../features/settings/organization-page.tsx")),
});

const approvalSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings/approvals",
  component: lazyPage(() => import("../features/settings/approvals-page.tsx")),
});

const integrationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings/integrations",
  component: lazyPage(() => import("../features/integrations/integrations-page.tsx")),
});

const meetingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/meetings",
  component: lazyPage(() => import("../features/meetings/meetings-page.tsx")),
});

const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings/people",
  validateSearch: parsePeopleSearch,
  search: { middlewares: [stripSearchParams(defaultPeopleSearch)] },
  component: lazyPage(() => import("../features/people/people-page.tsx")),
});

const inviteRoute = createRoute({
  getParentRoute: () => peopleRoute,
  path: "invite",
  validateSearch: parseInviteSearch,
  component: lazyPage(() => import("../features/people/invite-panel.tsx")),
});

const personRoute = createRoute({
  getParentRoute: () => peopleRoute,
  path: "$personId",
  component: lazyPage(() => import("../features/people/person-panel.tsx")),
});

const estimatesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/estimates",
  validateSearch: parseEstimatesSearch,
  search: { middlewares: [stripSearchParams(defaultEstimatesSearch)] },
  component: lazyPage(() => import("../features/estimates/estimates-page.tsx")),
});

const emailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/email",
  validateSearch: parseEmailSearch,
  search: { middlewares: [stripSearchParams(defaultEmailSearch)] },
  component: lazyPage(() => import("../features/email/email-page.tsx")),
});

const draftsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/drafts",
  component: lazyPage(() => import("../features/drafts/drafts-page.tsx")),
});

const profilesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings/profiles",
  component: lazyPage(() => import("../features/drafts/profiles-page.tsx")),
});

const ratesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings/rates",
  component: lazyPage(() => import("../features/rates/rates-page.tsx")),
});

const healthRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/health",
  validateSearch: parseHealthSearch,
  search: { middlewares: [stripSearchParams(defaultHealthSearch)] },
  component: lazyPage(() => import("../features/health/health-page.tsx")),
});

const documentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/documents",
  validateSearch: parseDocumentsSearch,
  search: { middlewares: [stripSearchParams(defaultDocumentsSearch)] },
  component: lazyPage(() => import("../features/documents/documents-page.tsx")),
});

const inventoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/documents/inventory",
  validateSearch: parseInventorySearch,
  search: { middlewares: [stripSearchParams(defaultInventorySearch)] },
  component: lazyPage(() => import("../features/documents/inventory-page.tsx")),
});

const documentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/documents/$documentId",
  validateSearch: parseDocumentSearch,
  search: { middlewares: [stripSearchParams({ passage: "" })] },
  component: lazyPage(() => import("../features/documents/document-page.tsx")),
});

const promptRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/prompt",
  validateSearch: parsePromptSearch,
  search: { middlewares: [stripSearchParams(defaultPromptSearch)] },
  component: lazyPage(() => import("../features/prompts/prompt-page.tsx")),
});

const timeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/time",
  validateSearch: parseTimeSearch,
  search: { middlewares: [stripSearchParams(defaultTimeSearch)] },
  component: lazyPage(() => import("../features/time/time-page.tsx")),
});

const calendarRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/calendar",
  validateSearch: parseCalendarSearch,
  search: { middlewares: [stripSearchParams(defaultCalendarSearch)] },
  component: lazyPage(() => import("../features/calendar/calendar-page.tsx")),
});

const availabilityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/availability",
  validateSearch: parseAvailabilitySearch,
  search: { middlewares: [stripSearchParams(defaultAvailabilitySearch)] },
  component: lazyPage(() => import("../features/availability/availability-page.tsx")),
});

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/search",
  validateSearch: parseKnowledgeSearch,
  search: { middlewares: [stripSearchParams(defaultKnowledgeSearch)] },
  component: lazyPage(() => import("../features/knowledge/search-page.tsx")),
});

const sourceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sources/$sourceId",
  validateSearch: parseSourceSearch,
  search: { middlewares: [stripSearchParams({ passage: "" })] },
  component: lazyPage(() => import("../features/knowledge/source-page.tsx")),
});

const askRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/ask",
  validateSearch: parseAskSearch,
  search: { middlewares: [stripSearchParams(defaultAskSearch)] },
  component: lazyPage(() => import("../features/ask/ask-page.tsx")),
});
// The page of the list also shows the conversation.
const askSessionRoute = createRoute({ getParentRoute: () => askRoute, path: "$sessionId" });

const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/inbox",
  validateSearch: parseInboxSearch,
  search: { middlewares: [stripSearchParams(defaultInboxSearch)] },
  component: lazyPage(() => import("../features/inbox/inbox-page.tsx")),
});
// The page of the list also shows the card, beside or over the list.
const inboxCardRoute = createRoute({ getParentRoute: () => inboxRoute, path: "$approvalId" });
const approvalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/approvals",
  validateSearch: parseApprovalsSearch,
  search: { middlewares: [stripSearchParams(defaultApprovalsSearch)] },
  component: lazyPage(() => import("../features/inbox/approvals-page.tsx")),
});
const approvalRoute = createRoute({ getParentRoute: () => approvalsRoute, path: "$approvalId" });

export const routeTree = rootRoute.addChildren([
  inboxRoute.addChildren([inboxCardRoute]),
  approvalsRoute.addChildren([approvalRoute]),
  askRoute.addChildren([askSessionRoute]),
  homeRoute,
  myWorkRoute,
  portfolioRoute,
  yourAccountRoute,
  projectRoute,
  tasksRoute,
  eventRoute,
  accountRoute,
  clientsRoute,
  clientRoute,
  clientPortalRoute,
  importRoute,
  importRunRoute,
  settingsRoute,
  organizationRoute,
  approvalSettingsRoute,
  integrationsRoute,
  meetingsRoute,
  peopleRoute.addChildren([inviteRoute, personRoute]),
  documentsRoute,
  inventoryRoute,
  documentRoute,
  estimatesRoute,
  emailRoute,
  draftsRoute,
  profilesRoute,
  ratesRoute,
  healthRoute,
  promptRoute,
  timeRoute,
  calendarRoute,
  availabilityRoute,
  searchRoute,
  sourceRoute,
]);
