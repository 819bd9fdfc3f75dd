import type { Contract } from "./contract.ts";
import { whoami } from "./identity/contract.ts";
import { config, openapi } from "./platform/contract.ts";
import { portfolio, spine } from "./portfolio/contract.ts";
import { portfolioImport } from "./portfolio/import-contract.ts";

/** Every route of the API. The OpenAPI description is made from this list, and a test holds it equal to the folders. */
export const contracts: Contract[] = [config, openapi, whoami, portfolio, spine, portfolioImport];
