/** Google Drive: page tokens that never expire, changes of files, and `removed` for files out of reach. */
import { createHash } from "node:crypto";
import {
  channelPush,
  giveGoogleToken,
  googleError,
  googleRefusals,
  isGoogleAuthorized,
  partial,
  stopChannel,
  watch,
} from "./google.ts";
import type { DriveFile } from "./records.ts";
import type { Entry } from "./truth.ts";
import {
  type Call,
  InvalidRequest,
  isoOf,
  ok,
  type Reply,
  recognizer,
  type Vendor,
  type World,
} from "./vendor.ts";

const NAME = "google-drive";
const FOLDER = "application/vnd.google-apps.folder";
const GOOGLE_DOCUMENT = "application/vnd.google-apps.document";
/** Without `fields`, a file has only these. */
const DEFAULT_FILE_FIELDS = "kind,id,name,mimeType";

export function googleDrive(world: World, isRevoked: () => boolean): Vendor {
  const { truth, tokens, subscriptions, baseUrl } = world;
  const { driveFiles: files, directory, history } = truth;
  const uri = () => `${baseUrl(NAME)}/changes`;

  files.onChange(({ entry }) =>
    subscriptions.publish(NAME, (subscription) =>
      channelPush(subscription, "exists", String(entry.sequence + 1), uri()),
    ),
  );

  function resourceOf({ id, data, createdAt, updatedAt, sequence }: Entry<DriveFile>) {
    const hash = (algorithm: string) => createHash(algorithm).update(data.content).digest("hex");
    const isDocument = data.mimeType === GOOGLE_DOCUMENT;
    return {
      kind: "drive#file",
      id,
      name: data.name,
      mimeType: data.mimeType,
      parents: [data.folderId],
      createdTime: isoOf(createdAt),
      modifiedTime: isoOf(updatedAt),
      version: String(sequence),
      trashed: data.isTrashed,
      ownedByMe: false,
      owners: [
        { kind: "drive#user", displayName: data.owner.name, emailAddress: data.owner.email },
      ],
      shared: true,
      permissions: permissionsOf(data),
      webViewLink: `https://drive.google.com/file/d/${id}/view`,
      // Google's own documents have neither bytes nor hashes.
      ...(!isDocument && {
        size: String(Buffer.byteLength(data.content)),
        md5Checksum: hash("md5"),
        sha256Checksum: hash("sha256"),
        headRevisionId: `r${sequence}`,
      }),
    };
  }

  function permissionsOf({ owner, readers }: DriveFile) {
    const kind = "drive#permission";
    const readerPermissions =
      readers === "anyone"
        ? [{ kind, id: "anyoneWithLink", type: "anyone", role: "reader" }]
        : readers === "domain"
          ? [{ kind, id: "domain", type: "domain", role: "reader", domain: directory.domain }]
          : readers.map((email) => ({
              kind,
              id: email,
              type: "user",
              role: "reader",
              emailAddress: email,
            }));
    return [
      { kind, id: "owner", type: "user", role: "owner", emailAddress: owner.email },
      ...readerPermissions,
    ];
  }

  const folders = () =>
    directory.driveFolders.map(({ id, name, parent }) => ({
      kind: "drive#file",
      id,
      name,
      mimeType: FOLDER,
      parents: [parent ?? "root"],
      trashed: false,
      shared: true,
      createdTime: isoOf(0),
      modifiedTime: isoOf(0),
      version: "1",
    }));

  const isReachable = ({ data, isDeleted }: Entry<DriveFile>) => !isDeleted && data.isShared;

  function listChanges({ query }: Call): Reply {
    const start = Number(query.get("pageToken"));
    if (!Number.isInteger(start) || start < 1) throw new InvalidRequest("Invalid Value: pageToken");
    const size = Math.min(Number(query.get("pageSize") ?? 100), 1000);
    const changedFiles = files.changedAfter(start - 1);
    const slice = changedFiles.slice(0, size);
    const isLast = changedFiles.length <= size;
    const changes = slice
      .filter((entry) => isReachable(entry) || query.get("includeRemoved") !== "false")
      .map((entry) => ({
        kind: "drive#change",
        changeType: "file",
        time: isoOf(entry.updatedAt),
        fileId: entry.id,
        removed: !isReachable(entry),
        ...(isReachable(entry) && { file: resourceOf(entry) }),
      }));
    const next = String((isLast ? history.sequence : (slice.at(-1)?.sequence ?? 0)) + 1);
    const body = {
      kind: "drive#changeList",
      changes,
      ...(isLast ? { newStartPageToken: next } : { nextPageToken: next }),
    };
    const defaultFields = `kind,nextPageToken,newStartPageToken,changes(kind,changeType,time,fileId,removed,file(${DEFAULT_FILE_FIELDS}))`;
    return ok(partial(body, query.get("fields") ?? defaultFields));
  }

  function listFiles({ query }: Call): Reply {
    const token = query.get("pageToken");
    const page = token === null ? null : tokens.read<{ offset: number }>(NAME, "files", token);
    if (page && page.state !== "valid") throw new InvalidRequest("Invalid Value: pageToken");
    const offset = page?.value.offset ?? 0;
    const size = Math.min(Number(query.get("pageSize") ?? 100), 1000);
    const matches = filterOf(query.get("q") ?? "");
    // In the order of creation, so that an edit or a deletion between two pages shifts nothing.
    const entries = [
      ...folders().map((file) => ({ file, isThere: true })),
      ...files.all().map((entry) => ({ file: resourceOf(entry), isThere: isReachable(entry) })),
    ];
    const pageFiles = entries
      .slice(offset, offset + size)
      .filter(({ file, isThere }) => isThere && matches(file))
      .map(({ file }) => file);
    const isLast = offset + size >= entries.length;
    const body = {
      kind: "drive#fileList",
      incompleteSearch: false,
      files: pageFiles,
      ...(!isLast && { nextPageToken: tokens.make(NAME, "files", { offset: offset + size }) }),
    };
    return ok(
      partial(
        body,
        query.get("fields") ?? `kind,nextPageToken,incompleteSearch,files(${DEFAULT_FILE_FIELDS})`,
      ),
    );
  }

  function getFile({ params, query }: Call): Reply {
    const folder = folders().find(({ id }) => id === params["fileId"]);
    if (folder) return ok(partial(folder, query.get("fields") ?? DEFAULT_FILE_FIELDS));
    const entry = files.get(params["fileId"] ?? "");
    if (!entry || !isReachable(entry)) return notFound();
    if (query.get("alt") !== "media")
      return ok(partial(resourceOf(entry), query.get("fields") ?? DEFAULT_FILE_FIELDS));
    if (entry.data.mimeType === GOOGLE_DOCUMENT) {
      return googleError(
        403,
        "fileNotDownloadable",
        "Only files with binary content can be downloaded.",
      );
    }
    return bytes(entry.data.content, entry.data.mimeType);
  }

  function exportFile({ params, query }: Call): Reply {
    const entry = files.get(params["fileId"] ?? "");
    if (!entry || !isReachable(entry)) return notFound();
    if (entry.data.mimeType !== GOOGLE_DOCUMENT) {
      return googleError(403, "fileNotExportable", "Export only supports Docs Editors files.");
    }
    return bytes(entry.data.content, query.get("mimeType") ?? "text/plain");
  }

  return {
    name: NAME,
    basePath: "/google/drive/v3",
    isAuthorized: isGoogleAuthorized,
    recognize: recognizer(NAME, {
      "changes.getStartPageToken": () =>
        ok({ kind: "drive#startPageToken", startPageToken: String(history.sequence + 1) }),
      "changes.list": listChanges,
      "changes.watch": (call) => watch(world, NAME, call, "changes", uri()),
      "files.list": listFiles,
      "files.get": getFile,
      "files.export": exportFile,
      "channels.stop": (call) => stopChannel(world, call),
    }),
    other: (request) => giveGoogleToken(request, isRevoked),
    refusals: googleRefusals,
  };
}

const notFound = () => googleError(404, "notFound", "File not found.");

const bytes = (content: string, contentType: string): Reply => ({
  status: 200,
  headers: { "content-type": contentType },
  bytes: Buffer.from(content),
});

interface Searchable {
  name: string;
  mimeType: string;
  parents: string[];
  trashed: boolean;
  modifiedTime: string;
}

/** The clauses that a sync needs, joined by `and`. */
function filterOf(q: string): (file: Searchable) => boolean {
  const clauses = q
    .split(/\s+and\s+/)
    .map((clause) => clause.trim())
    .filter(Boolean);
  const tests = clauses.map((clause): ((file: Searchable) => boolean) => {
    const parent = /^'([^']+)' in parents$/.exec(clause)?.[1];
    if (parent) return ({ parents }) => parents.includes(parent);
    const trashedFlag = /^trashed\s*=\s*(true|false)$/.exec(clause)?.[1];
    if (trashedFlag) return (file) => file.trashed === (trashedFlag === "true");
    const [, not, type] = /^mimeType\s*(!?)=\s*'([^']+)'$/.exec(clause) ?? [];
    if (type) return ({ mimeType }) => (mimeType === type) === (not === "");
    const after = /^modifiedTime\s*>=?\s*'([^']+)'$/.exec(clause)?.[1];
    if (after) return ({ modifiedTime }) => Date.parse(modifiedTime) >= Date.parse(after);
    throw new InvalidRequest(`Invalid Value: q, ${clause}`);
  });
  return (file) => tests.every((test) => test(file));
}
