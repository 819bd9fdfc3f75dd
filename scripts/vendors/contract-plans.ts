/**
 * The part of each vendor's description that the simulator serves; extract-contracts.ts reads its details from the description.
 */

export interface Plan {
  vendor: string;
  /** Below the folder of descriptions. */
  files: string[];
  /** Origin and version of the files. */
  source: string;
  /** By the name that the description uses. */
  operations: string[];
  /** The fields to keep from schemas that have more than anyone reads. */
  fields?: Record<string, string[]>;
  /**
   * Corrections of types that are narrower than the vendor's own responses: a pointer within the contract, and the
   * type.
   */
  corrections?: Record<string, unknown>;
  /** The description of the body of a push. */
  pushes?: string[];
}

const GOOGLE = "Google discovery document, google-api-python-client 2.201.0";
const HUBSPOT =
  "HubSpot/HubSpot-public-api-spec-collection, rollout 424 v3, commit 99893791383254f52aa07662baeb98aad65cc710";
const HUBSPOT_FIELDS = {
  SimplePublicObject: ["archived", "archivedAt", "createdAt", "id", "properties", "updatedAt"],
  SimplePublicObjectWithAssociations: [
    "archived",
    "archivedAt",
    "associations",
    "createdAt",
    "id",
    "properties",
    "updatedAt",
  ],
  PublicObjectSearchRequest: ["after", "filterGroups", "limit", "properties", "sorts"],
  Paging: ["next"],
  CollectionResponseAssociatedId: ["results"],
};
const hubSpotOperations = (type: string, id: string) => [
  `get-/crm/v3/objects/${type}_getPage`,
  `get-/crm/v3/objects/${type}/{${id}}_getById`,
  `post-/crm/v3/objects/${type}/search_doSearch`,
];
const TASK = "components/Task/properties";

export const plans: Plan[] = [
  {
    vendor: "fathom",
    files: ["fathom/fathom-external-api.assembled.yaml"],
    source: "Fathom External API 1.0.0, assembled from the operations on developers.fathom.ai",
    operations: ["listMeetings", "getRecordingTranscript", "getRecordingSummary", "createWebhook"],
    pushes: ["Meeting"],
  },
  {
    vendor: "clickup",
    files: ["clickup/clickup-api-v2-reference.json"],
    source: "ClickUp API v2 reference, copy in Npab19/clickup-mcp, commit a1acefb6",
    operations: [
      "GetAuthorizedTeams",
      "GetSpaces",
      "GetFolderlessLists",
      "GetList",
      "GetTasks",
      "GetFilteredTeamTasks",
      "GetTask",
      "CreateWebhook",
      "DeleteWebhook",
    ],
    fields: {
      Task: [
        "id",
        "name",
        "text_content",
        "description",
        "status",
        "date_created",
        "date_updated",
        "date_closed",
        "archived",
        "assignees",
        "tags",
        "parent",
        "due_date",
        "time_estimate",
        "custom_fields",
        "team_id",
        "url",
        "list",
      ],
      Team: ["id", "name"],
      Space: ["id", "name"],
      List: ["id", "name"],
      Webhook: ["id", "webhook"],
    },
    corrections: {
      // GetTasks describes an assignee as a string, and GetFilteredTeamTasks as an object, as the vendor sends it.
      [`${TASK}/assignees/items`]: {
        type: "object",
        required: ["id", "username", "email"],
        properties: {
          id: { type: "integer" },
          username: { type: ["string", "null"] },
          email: { type: "string" },
        },
      },
      [`${TASK}/tags/items`]: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" } },
      },
      // GetFilteredTeamTasks describes the same instants with 64 bits, which milliseconds need.
      "operations/GetTasks/query/date_updated_gt": { type: "integer", format: "int64" },
      "operations/GetTasks/query/date_updated_lt": { type: "integer", format: "int64" },
      // The descriptions of responses say string, the one of requests says number, and the vendor sends a number.
      [`${TASK}/time_estimate`]: { type: ["integer", "null"] },
    },
  },
  {
    vendor: "google-calendar",
    files: ["google/calendar.v3.json"],
    source: `${GOOGLE}, calendar v3 revision 20260708`,
    operations: [
      "events.list",
      "events.get",
      "events.instances",
      "events.insert",
      "events.patch",
      "events.watch",
      "channels.stop",
      "freebusy.query",
      "calendarList.list",
    ],
    fields: {
      Event: [
        "attendees",
        "created",
        "description",
        "end",
        "etag",
        "eventType",
        "extendedProperties",
        "hangoutLink",
        "htmlLink",
        "iCalUID",
        "id",
        "kind",
        "location",
        "organizer",
        "originalStartTime",
        "recurrence",
        "recurringEventId",
        "sequence",
        "start",
        "status",
        "summary",
        "transparency",
        "updated",
        "visibility",
      ],
      CalendarListEntry: ["accessRole", "etag", "id", "kind", "primary", "summary", "timeZone"],
    },
  },
  {
    vendor: "google-drive",
    files: ["google/drive.v3.json"],
    source: `${GOOGLE}, drive v3 revision 20260916`,
    operations: [
      "changes.getStartPageToken",
      "changes.list",
      "changes.watch",
      "files.list",
      "files.get",
      "files.export",
      "channels.stop",
    ],
    fields: {
      File: [
        "createdTime",
        "description",
        "driveId",
        "headRevisionId",
        "id",
        "kind",
        "md5Checksum",
        "mimeType",
        "modifiedTime",
        "name",
        "ownedByMe",
        "owners",
        "parents",
        "permissions",
        "sha256Checksum",
        "shared",
        "size",
        "trashed",
        "version",
        "webViewLink",
      ],
      Permission: ["domain", "emailAddress", "id", "kind", "role", "type"],
      User: ["displayName", "emailAddress", "kind"],
      Change: ["changeType", "file", "fileId", "kind", "removed", "time"],
    },
  },
  {
    vendor: "gmail",
    files: ["google/gmail.v1.json"],
    source: `${GOOGLE}, gmail v1 revision 20260727`,
    operations: [
      "users.getProfile",
      "users.watch",
      "users.history.list",
      "users.messages.list",
      "users.messages.get",
      "users.messages.attachments.get",
    ],
    fields: {
      Message: [
        "historyId",
        "id",
        "internalDate",
        "labelIds",
        "payload",
        "raw",
        "sizeEstimate",
        "snippet",
        "threadId",
      ],
    },
  },
  {
    vendor: "harvest",
    files: ["harvest/harvest-openapi.yaml"],
    source:
      "Harvest API v2, derived from its documentation by jolicode/harvest-openapi-generator, commit 41687d44",
    operations: [
      "listTimeEntries",
      "retrieveTimeEntry",
      "listProjects",
      "listUsers",
      "retrieveTheCurrentlyAuthenticatedUser",
    ],
    fields: {
      TimeEntry: [
        "id",
        "spent_date",
        "user",
        "client",
        "project",
        "task",
        "external_reference",
        "hours",
        "hours_without_timer",
        "rounded_hours",
        "notes",
        "is_locked",
        "is_closed",
        "is_billed",
        "is_running",
        "billable",
        "budgeted",
        "billable_rate",
        "cost_rate",
        "created_at",
        "updated_at",
      ],
      Project: [
        "id",
        "client",
        "name",
        "code",
        "is_active",
        "is_billable",
        "budget",
        "starts_on",
        "ends_on",
        "created_at",
        "updated_at",
      ],
      User: [
        "id",
        "first_name",
        "last_name",
        "email",
        "is_active",
        "is_contractor",
        "timezone",
        "created_at",
        "updated_at",
      ],
    },
  },
  {
    vendor: "hubspot",
    files: ["hubspot/companies.v3.json", "hubspot/contacts.v3.json", "hubspot/deals.v3.json"],
    source: HUBSPOT,
    operations: [
      ...hubSpotOperations("companies", "companyId"),
      ...hubSpotOperations("contacts", "contactId"),
      ...hubSpotOperations("0-3", "dealId"),
    ],
    fields: HUBSPOT_FIELDS,
  },
  {
    vendor: "resend",
    files: ["resend/resend.yaml"],
    source: "resend/resend-openapi, commit fd6f395f2114e13806025f0c330921c901d62bb1",
    operations: [
      "emails/list-receiving",
      "emails/get-receiving",
      "emails/list-receiving-attachments",
      "emails/get-receiving-attachment",
      "webhooks/create",
    ],
    pushes: ["EmailReceivedEvent"],
  },
];

/** Types of Linear's schema, and the fields of each; an input or an enum has all of its fields unless listed. */
export const linear = {
  file: "linear/schema.graphql",
  source:
    "linear/linear, packages/sdk/src/schema.graphql, commit 8335e09a17dd8aa351dace3d05a94a55e78dad2a",
  types: {
    Query: ["issues", "issue", "teams", "projects", "viewer"],
    Issue: [
      "id",
      "identifier",
      "title",
      "description",
      "url",
      "createdAt",
      "updatedAt",
      "archivedAt",
      "completedAt",
      "canceledAt",
      "trashed",
      "dueDate",
      "estimate",
      "priority",
      "assignee",
      "team",
      "project",
      "parent",
      "state",
      "labels",
    ],
    IssueConnection: ["nodes", "pageInfo"],
    IssueLabelConnection: ["nodes", "pageInfo"],
    IssueLabel: ["id", "name"],
    PageInfo: ["hasNextPage", "hasPreviousPage", "startCursor", "endCursor"],
    WorkflowState: ["id", "name", "type"],
    User: ["id", "name", "displayName", "email", "active"],
    Team: ["id", "key", "name", "updatedAt"],
    TeamConnection: ["nodes", "pageInfo"],
    Project: ["id", "name", "updatedAt", "archivedAt"],
    ProjectConnection: ["nodes", "pageInfo"],
    IssueFilter: ["id", "updatedAt", "team", "project", "and", "or"],
    IDComparator: null,
    IssueIDComparator: null,
    DateComparator: null,
    TeamFilter: ["id", "key"],
    StringComparator: ["eq", "in"],
    NullableProjectFilter: ["id"],
    PaginationOrderBy: null,
  } as Record<string, string[] | null>,
};
