/** HubSpot: a search that ends after 10,000 results, archived objects, merges into a survivor. */
import { createHmac } from "node:crypto";
import type { VendorRequest } from "./contract.ts";
import type { CrmObject } from "./records.ts";
import type { Collection, Entry } from "./truth.ts";
import {
  type Call,
  type Handlers,
  InvalidRequest,
  isoOf,
  ok,
  type Reply,
  recognizer,
  type Vendor,
  type World,
} from "./vendor.ts";

export const HUBSPOT_TOKEN = "pat-eu1-simulated";
const PORTAL = 146_000_001;
const MAX_RESULTS = 10_000;
const MAX_SEARCH_PAGE = 200;
const MAX_LIST_PAGE = 100;

type TypeName = "companies" | "contacts" | "0-3";
/** The property of each type that names its company. */
const COMPANY_PROPERTIES: Record<TypeName, string> = {
  companies: "hs_parent_company_id",
  contacts: "associatedcompanyid",
  "0-3": "hs_primary_associated_company",
};
interface Filter {
  propertyName: string;
  operator: string;
  value?: string;
  highValue?: string;
  values?: string[];
}

export function hubSpot({ truth, subscriptions }: World): Vendor {
  const collections: Record<TypeName, Collection<CrmObject>> = {
    companies: truth.companies,
    contacts: truth.contacts,
    "0-3": truth.deals,
  };

  for (const [type, collection] of Object.entries(collections) as [
    TypeName,
    Collection<CrmObject>,
  ][]) {
    collection.onChange(({ kind, entry }) => {
      const event = {
        created: "creation",
        updated: "propertyChange",
        deleted: "deletion",
        merged: "merge",
      }[kind];
      subscriptions.publish("hubspot", ({ url, secret }) => {
        const body = JSON.stringify([
          {
            eventId: entry.sequence,
            subscriptionType: `${objectNameOf(type)}.${event}`,
            portalId: PORTAL,
            appId: 1,
            objectId: Number(entry.id),
            occurredAt: entry.updatedAt,
            ...(entry.mergedInto !== null && {
              primaryObjectId: Number(entry.mergedInto),
              mergedObjectIds: [Number(entry.id)],
            }),
          },
        ]);
        // The real time, because receivers compare it with their own clock.
        const timestamp = String(Date.now());
        const signature = createHmac("sha256", secret)
          .update(`POST${url}${body}${timestamp}`)
          .digest("base64");
        const headers = {
          "x-hubspot-signature-v3": signature,
          "x-hubspot-request-timestamp": timestamp,
        };
        return { id: `${entry.sequence}`, headers, body };
      });
    });
  }

  function propertiesOf(type: TypeName, entry: Entry<CrmObject>): Record<string, string> {
    const merged = collections[type].all().filter(({ mergedInto }) => mergedInto === entry.id);
    const { companyId } = entry.data;
    const company = companyId === null ? undefined : truth.companies.survivor(companyId);
    return {
      ...(company && { [COMPANY_PROPERTIES[type]]: company.id }),
      ...entry.data.properties,
      hs_object_id: entry.id,
      createdate: isoOf(entry.createdAt),
      [modifiedName(type)]: isoOf(entry.updatedAt),
      ...(merged.length > 0 && { hs_merged_object_ids: merged.map(({ id }) => id).join(";") }),
    };
  }

  function resourceOf(type: TypeName, entry: Entry<CrmObject>, requestedNames: string[]) {
    const properties = propertiesOf(type, entry);
    const names = [
      ...DEFAULTS[type],
      "hs_object_id",
      "createdate",
      modifiedName(type),
      ...requestedNames,
    ];
    return {
      id: entry.id,
      properties: Object.fromEntries(
        names.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]])),
      ),
      createdAt: isoOf(entry.createdAt),
      updatedAt: isoOf(entry.updatedAt),
      archived: entry.isDeleted,
      ...(entry.isDeleted && { archivedAt: isoOf(entry.updatedAt) }),
    };
  }

  function withAssociations(type: TypeName, entry: Entry<CrmObject>, query: URLSearchParams) {
    const { companyId } = entry.data;
    const company = companyId === null ? undefined : truth.companies.survivor(companyId);
    const isWanted = listOf(query, "associations").some((name) =>
      ["companies", "company"].includes(name),
    );
    return {
      ...resourceOf(type, entry, listOf(query, "properties")),
      ...(isWanted &&
        company &&
        !company.isDeleted && {
          associations: {
            companies: { results: [{ id: company.id, type: `${objectNameOf(type)}_to_company` }] },
          },
        }),
    };
  }

  /** In the order of ids; `after` is the last one, so that no change moves a page. */
  function list(type: TypeName, { query }: Call): Reply {
    const limit = Number(query.get("limit") ?? 10);
    if (limit < 1 || limit > MAX_LIST_PAGE)
      throw new InvalidRequest(`limit must be from 1 to ${MAX_LIST_PAGE}`);
    const isArchived = query.get("archived") === "true";
    const after = Number(query.get("after") ?? 0);
    const matches = collections[type]
      .all()
      .filter(({ isDeleted, mergedInto }) => isDeleted === isArchived && mergedInto === null)
      .filter(({ id }) => Number(id) > after)
      .sort((a, b) => Number(a.id) - Number(b.id));
    const page = matches.slice(0, limit);
    return ok({
      results: page.map((entry) => withAssociations(type, entry, query)),
      ...(matches.length > limit && { paging: { next: { after: page.at(-1)?.id } } }),
    });
  }

  /** The id of a merged object leads to its survivor. */
  function getById(type: TypeName, id: string, { query }: Call): Reply {
    const entry = collections[type].survivor(id);
    const isArchived = query.get("archived") === "true";
    if (!entry || entry.isDeleted !== isArchived) return refusals.notFound();
    return ok(withAssociations(type, entry, query));
  }

  function search(type: TypeName, { body }: Call): Reply {
    const { filterGroups, sorts, properties, limit, after } = body as {
      filterGroups: { filters: Filter[] }[];
      sorts: string[];
      properties: string[];
      limit: number;
      after: string;
    };
    const offset = after === "" ? 0 : Number(after);
    if (!Number.isInteger(offset) || limit < 1 || limit > MAX_SEARCH_PAGE) {
      throw new InvalidRequest(
        `after must be a number, and limit must be from 1 to ${MAX_SEARCH_PAGE}`,
      );
    }
    if (offset + limit > MAX_RESULTS) {
      throw new InvalidRequest("paging through more than 10000 results is not supported");
    }
    const results = collections[type]
      .live()
      .map((entry) => ({ entry, properties: propertiesOf(type, entry) }))
      .filter(
        (record) =>
          filterGroups.length === 0 ||
          filterGroups.some(({ filters }) =>
            filters.every((filter) => matches(filter, record.properties)),
          ),
      )
      .sort((a, b) => compare(a.properties, b.properties, sorts));
    const next = offset + limit;
    return ok({
      total: results.length,
      results: results.slice(offset, next).map(({ entry }) => resourceOf(type, entry, properties)),
      ...(next < results.length && { paging: { next: { after: String(next) } } }),
    });
  }

  const handlers: Handlers = {};
  for (const [type, id] of [
    ["companies", "companyId"],
    ["contacts", "contactId"],
    ["0-3", "dealId"],
  ] as const) {
    const path = `/crm/v3/objects/${type}`;
    handlers[`get-${path}_getPage`] = (call) => list(type, call);
    handlers[`get-${path}/{${id}}_getById`] = (call) => getById(type, call.params[id] ?? "", call);
    handlers[`post-${path}/search_doSearch`] = (call) => search(type, call);
  }
  const recognize = recognizer("hubspot", handlers);

  return {
    name: "hubspot",
    basePath: "/hubspot",
    isAuthorized: ({ headers }) => headers.get("authorization") === `Bearer ${HUBSPOT_TOKEN}`,
    recognize: (request) => recognize(withTypeNumber(request)),
    refusals,
  };
}

/** `deals` is another name of the type 0-3, which the description uses. */
const withTypeNumber = (request: VendorRequest): VendorRequest => ({
  ...request,
  path: request.path.replace(/^(\/crm\/v3\/objects\/)deals(?=\/|$)/, "$10-3"),
});

const objectNameOf = (type: TypeName) =>
  ({ companies: "company", contacts: "contact", "0-3": "deal" })[type];
const modifiedName = (type: TypeName) =>
  type === "contacts" ? "lastmodifieddate" : "hs_lastmodifieddate";
const DEFAULTS: Record<TypeName, string[]> = {
  companies: ["name", "domain"],
  contacts: ["email", "firstname", "lastname"],
  "0-3": ["dealname", "amount", "closedate", "dealstage", "pipeline"],
};

/** Accepts repeated parameters and lists with commas. */
const listOf = (query: URLSearchParams, name: string) =>
  query
    .getAll(name)
    .flatMap((text) => text.split(","))
    .filter(Boolean);

function matches(
  { propertyName, operator, value = "", highValue = "", values = [] }: Filter,
  properties: Record<string, string>,
): boolean {
  const property = properties[propertyName];
  if (operator === "HAS_PROPERTY") return property !== undefined;
  if (operator === "NOT_HAS_PROPERTY") return property === undefined;
  if (property === undefined) return false;
  const order = (operand: string) => comparable(property) - comparable(operand);
  switch (operator) {
    case "EQ":
      return property === value || order(value) === 0;
    case "NEQ":
      return property !== value;
    case "GT":
      return order(value) > 0;
    case "GTE":
      return order(value) >= 0;
    case "LT":
      return order(value) < 0;
    case "LTE":
      return order(value) <= 0;
    case "BETWEEN":
      return order(value) >= 0 && order(highValue) <= 0;
    case "IN":
      return values.includes(property);
    default:
      throw new InvalidRequest(`The simulator does not know the operator ${operator}`);
  }
}

/** Instants are compared as milliseconds, whichever way they are written. */
const comparable = (text: string) =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(text);

function compare(a: Record<string, string>, b: Record<string, string>, sorts: string[]): number {
  for (const sort of [...sorts, "hs_object_id"]) {
    const sign = sort.startsWith("-") ? -1 : 1;
    const name = sort.replace(/^-/, "");
    const [left, right] = [a[name] ?? "", b[name] ?? ""];
    const byValue = comparable(left) - comparable(right);
    const order = Number.isNaN(byValue) ? left.localeCompare(right) : byValue;
    if (order !== 0) return sign * order;
  }
  return 0;
}

const error = (status: number, category: string, message: string, headers = {}): Reply => ({
  status,
  headers,
  body: {
    status: "error",
    category,
    message,
    correlationId: "0b6ad4bc-2f26-4d2b-9a4e-3f5a53c1a001",
  },
});

const refusals: Vendor["refusals"] = {
  invalid: (problems) => error(400, "VALIDATION_ERROR", problems.join("; ")),
  unauthorized: () => error(401, "INVALID_AUTHENTICATION", "Authentication credentials not found."),
  forbidden: () =>
    error(403, "MISSING_SCOPES", "This app hasn't been granted all required scopes."),
  notFound: () => error(404, "OBJECT_NOT_FOUND", "Object not found."),
  rateLimited: (seconds) =>
    error(429, "RATE_LIMITS", "You have reached your ten_secondly_rolling limit.", {
      "retry-after": String(seconds),
    }),
  serverError: (status) => error(status, "INTERNAL_ERROR", "Internal error"),
};
