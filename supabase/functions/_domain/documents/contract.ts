import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { atLeastOne, Line } from "../normal-forms.ts";
import { documentKinds, documentKindWords } from "../words/documents.ts";
import * as words from "./words.ts";

const Instant = z.string().describe("Instant with offset, ISO 8601");
const PersonName = z.object({ id: Id, name: z.string() });

/** The largest file that the bucket accepts. */
export const MAX_DOCUMENT_BYTES = 26_214_400;

export const DocumentKind = z.enum(documentKinds);
const restrictedKinds = documentKinds.filter((kind) => documentKindWords[kind].isRestricted);
export const DocumentStatus = z.enum(words.documentStatuses);

export const docUploadSession = defineContract({
  slug: "doc-upload-session",
  access: "user",
  post: {
    summary: "Adds a document or a new version of one, and returns a token to upload its file",
    body: z.strictObject({
      project_id: Id,
      file_name: Line(255),
      content_type: z.string().trim().min(1).max(200),
      size_bytes: z.int().min(1, "The file is empty").max(MAX_DOCUMENT_BYTES),
      title: Line(500).optional().describe("The file's name when absent"),
      kind: DocumentKind.optional().describe(
        `other when absent; ${restrictedKinds.join(" and ")}: admin and lead`,
      ),
      document_id: Id.optional().describe("The document of which this is a new version"),
    }),
    response: z.object({
      document_id: Id,
      version: z.int(),
      bucket: z.string(),
      path: z.string(),
      token: z.string(),
      signed_url: z.string(),
      expires_at: Instant,
    }),
  },
});

export const ingestDoc = defineContract({
  slug: "ingest-doc",
  access: "user",
  post: {
    summary: "Starts or restarts the processing of a document's latest upload",
    body: z.strictObject({ document_id: Id }),
    status: 202,
    response: z.object({
      document_id: Id,
      version: z.int(),
      status: DocumentStatus,
      job_id: Id.nullable(),
    }),
  },
});

export const doc = defineContract({
  slug: "doc",
  access: "user",
  get: {
    summary: "An address of a document's file for the caller, valid for at most a minute",
    query: z.strictObject({
      document_id: Id,
      version: z.coerce
        .number()
        .int()
        .min(1)
        .max(2_147_483_647)
        .optional()
        .describe("The latest uploaded one when absent"),
    }),
    response: z.object({ document_id: Id, version: z.int(), url: z.string(), expires_at: Instant }),
  },
});

export const docFile = defineContract({
  slug: "doc-file",
  access: "public",
  get: {
    summary: "The file behind an address of doc; access is checked again at each download",
    query: z.strictObject({ ticket: z.string().min(1).max(200) }),
    isFile: true,
    response: z.string().meta({ format: "binary" }),
  },
});

const DocumentSummary = {
  document_id: Id,
  title: z.string(),
  kind: DocumentKind,
  project: PersonName,
  is_restricted: z.boolean(),
  file_name: z.string(),
  content_type: z.string(),
  size_bytes: z.int(),
  uploaded_by: PersonName.nullable(),
  uploaded_at: Instant,
};

export const documentInventory = defineContract({
  slug: "document-inventory",
  access: "user",
  get: {
    summary: "Every indexed document with the health of its extraction, and what could not be read",
    query: z.strictObject({
      project_id: Id.optional(),
      kind: DocumentKind.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(300).optional().describe("next_cursor of the previous page"),
    }),
    response: z.object({
      documents: z
        .array(
          z.object({
            ...DocumentSummary,
            source_id: Id,
            version: z.int().describe("The upload whose text is published"),
            source_version: z.int().describe("The id that a citation of it names"),
            indexed_at: Instant,
            chunks: z.int(),
            facts: z.record(z.string(), z.json()),
            flags: z
              .array(z.string())
              .describe(
                "hidden_text_removed, unseen_text_retained (such as what text recognition read in a scan), pages_without_text; of contracts and SOWs also no_parties, no_dates, no_amounts, no_signature, no_scope",
              ),
          }),
        )
        .describe("Documents that a draft can cite"),
      problems: z.array(
        z.object({
          ...DocumentSummary,
          version: z.int(),
          status: DocumentStatus,
          code: z.string(),
          reason: z.string(),
        }),
      ),
      counts: z.object({ documents: z.int(), problems: z.int(), in_progress: z.int() }),
      next_cursor: z.string().nullable().describe("null at the end"),
    }),
  },
});

/** The fields of a document that people change; an upload changes its file and text. */
export const documents = defineContract({
  slug: "documents",
  access: "user",
  post: {
    summary: "Renames, reclassifies, archives or restores a document",
    body: z.discriminatedUnion(
      "action",
      [
        z.strictObject({
          action: z.literal("update"),
          document_id: Id,
          changes: atLeastOne(
            z.strictObject({
              title: Line(500).optional(),
              kind: DocumentKind.optional().describe("Only admins and leads change the kind"),
            }),
          ),
        }),
        z.strictObject({ action: z.literal("archive"), document_id: Id }),
        z.strictObject({ action: z.literal("restore"), document_id: Id }),
      ],
      "Specify the action",
    ),
    response: z.object({
      document: z.object({
        document_id: Id,
        title: z.string(),
        kind: DocumentKind,
        is_restricted: z.boolean(),
        project_id: Id,
        archived_at: Instant.nullable(),
      }),
    }),
  },
});
