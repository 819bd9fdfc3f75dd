import { type Matrix, parseMatrix } from "../parse-matrix.ts";

/**
 * The routes of the API, each at its three addresses. `open` is the same response for everyone. `org`, `scope` and
 * `none` are a 200 with exactly the rows of the organization, the rows in the persona's scope, or no rows. `own` is the
 * viewer's account, and `client` the projects of the contact's client. Any other word is the code of a refusal.
 */
export const routes: Matrix = parseMatrix(`
                        | admin             | lead              | member            | member2           | client           | outsider      | other_admin       | anonymous     | no_key        | expired       | forged        | alg_none      | secret_key
GET config              | open              | open              | open              | open              | open             | open          | open              | open          | open          | open          | open          | open          | open
GET openapi.json        | open              | open              | open              | open              | open             | open          | open              | open          | open          | open          | open          | open          | open
GET whoami              | org               | org               | scope             | scope             | none             | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET account             | own               | own               | own               | own               | own              | no_membership | own               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST account            | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST password           | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request
GET portfolio           | org               | org               | scope             | scope             | client           | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST portfolio-actions  | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET portfolio-options   | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET spine               | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET tasks               | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST tasks              | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET time                | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST time               | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET calendar            | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST calendar           | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET availability        | org               | org               | org               | org               | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET my-work             | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST my-work            | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET client-portal       | client_missing    | client_missing    | role_not_allowed  | role_not_allowed  | client           | no_membership | client_missing    | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST client-portal      | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | malformed_request | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET views               | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST views              | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET sample-data         | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST sample-data        | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET portfolio-import    | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST portfolio-import   | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET portfolio-health    | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET outcome             | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET estimate-cases      | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST updates/draft      | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET deliverable-drafts  | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET draft-file          | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST deliverable-drafts | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET authoring-profiles  | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST authoring-profiles | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST estimate-cases     | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST people             | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET settings            | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET integrations        | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST integrations       | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET inbound-emails      | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST inbound-emails     | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST settings           | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET approvals           | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST approvals          | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET inbox               | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET find                | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST inbox              | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST search             | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST service-prompt     | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST research           | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST doc-upload-session | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST ingest-doc         | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET doc                 | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET doc-file            | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request| malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request 
GET document-inventory  | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST documents          | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST chat               | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST chat-stream        | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
`);

/**
 * The gateway's own routes. `load` is a response with the load of its gates; any other word is the reason for a 401.
 */
export const gatewayRoutes: Matrix = parseMatrix(`
         | admin     | lead      | member    | member2   | client    | outsider  | other_admin | anonymous | no_key | expired   | forged    | alg_none  | secret_key
GET load | wrong key | wrong key | wrong key | wrong key | wrong key | wrong key | wrong key   | wrong key | no key | wrong key | wrong key | wrong key | load
`);

/** Routes of demo mode. With an identity provider, they do not exist for any persona. */
export const demoRoutes = ["GET board", "POST ingest", "POST meeting-webhook", "GET status"];

/** HTTP status of the refusals above. */
export const refusals: Record<string, number> = {
  malformed_request: 400,
  client_missing: 400,
  not_signed_in: 401,
  invalid_token: 401,
  no_membership: 403,
  role_not_allowed: 403,
};
