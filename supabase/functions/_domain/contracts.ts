import { approvals, inbox } from "./approvals/contract.ts";
import { availability, calendar } from "./calendar/contract.ts";
import { chat, chatStream, research } from "./chat/contract.ts";
import type { Contract } from "./contract.ts";
import { board, ingest, meetingWebhook, status } from "./demo/contract.ts";
import {
  doc,
  docFile,
  docUploadSession,
  documentInventory,
  documents,
  ingestDoc,
} from "./documents/contract.ts";
import {
  authoringProfiles,
  deliverableDrafts,
  draftFile,
  updatesDraft,
} from "./drafts/contract.ts";
import { estimateCases, outcome } from "./estimates/contract.ts";
import { account, password } from "./identity/account-contract.ts";
import { whoami } from "./identity/contract.ts";
import { people } from "./identity/people-contract.ts";
import { settings } from "./identity/settings-contract.ts";
import { inboundEmails } from "./inbound-emails/contract.ts";
import { integrations } from "./integrations/contract.ts";
import { find } from "./knowledge/find-contract.ts";
import { search } from "./knowledge/search-contract.ts";
import { config, openapi } from "./platform/contract.ts";
import { clientPortal } from "./portal/contract.ts";
import { portfolioActions } from "./portfolio/action-contract.ts";
import { portfolio } from "./portfolio/contract.ts";
import { portfolioHealth } from "./portfolio/health-contract.ts";
import { portfolioImport } from "./portfolio/import-contract.ts";
import { portfolioOptions } from "./portfolio/options-contract.ts";
import { sampleData } from "./portfolio/sample-contract.ts";
import { spine } from "./portfolio/spine-contract.ts";
import { servicePrompt } from "./prompts/contract.ts";
import { myWork } from "./work/my-work-contract.ts";
import { tasks } from "./work/tasks-contract.ts";
import { time } from "./work/time-contract.ts";
import { views } from "./work/views-contract.ts";

/** Routes that exist only in demo mode. */
export const demoContracts: Contract[] = [board, ingest, status, meetingWebhook];

/**
 * Every route of the service. The OpenAPI description is generated from this list, and a test compares it with the
 * folders.
 */
export const contracts: Contract[] = [
  config,
  openapi,
  whoami,
  account,
  password,
  portfolio,
  portfolioActions,
  portfolioOptions,
  spine,
  tasks,
  time,
  myWork,
  calendar,
  availability,
  views,
  sampleData,
  portfolioImport,
  portfolioHealth,
  outcome,
  estimateCases,
  people,
  settings,
  integrations,
  inboundEmails,
  approvals,
  inbox,
  servicePrompt,
  find,
  search,
  chat,
  chatStream,
  research,
  docUploadSession,
  ingestDoc,
  doc,
  docFile,
  documentInventory,
  documents,
  updatesDraft,
  deliverableDrafts,
  draftFile,
  authoringProfiles,
  clientPortal,
];
