import { z } from "zod";
import type { SyncedFile } from "../../_domain/syncs/records.ts";
import { type GoogleOptions, googleListing } from "../google-listing.ts";
import {
  deletedRecord,
  filteredRecord,
  type Listing,
  presentRecord,
  read,
  recordsOf,
  settingsOf,
} from "../listing.ts";
import { isListingDue, readCursor, writeCursor } from "../sync-cursor.ts";
import type { SyncAdapter, SyncRecord } from "../sync-port.ts";
import { FolderTree, locate, withoutFolder } from "./folder-tree.ts";

const VENDOR = "Google Drive";
const PAGE_SIZE = 200;
// When access to a folder ends, its files are not reported as changed, so everything is listed once a day.
const FULL_LISTING_DAYS = 1;
const FOLDER = "application/vnd.google-apps.folder";
const SHORTCUT = "application/vnd.google-apps.shortcut";
const FILE_FIELDS =
  "id,version,name,mimeType,parents,trashed,modifiedTime,size,md5Checksum,headRevisionId,shared,permissions(type,role),webViewLink";
/** The version of a record without a file: a change has the state at the moment of reading, so it is the newest. */
const NEWEST = "";

const Settings = z.object({
  /** The person whose access counts. */
  subject: z.email(),
  folder_ids: z
    .array(z.string().regex(/^[\w-]+$/))
    .min(1)
    .max(1000),
});

const Cursor = z.object({
  listed_at: z.string(),
  began_at: z.string(),
  is_full: z.boolean(),
  is_complete: z.boolean(),
  is_running: z.boolean(),
  /** The position in the list of changes at which the next run continues. */
  change_token: z.string(),
  tree: FolderTree,
  /** The folders whose content is still to be listed. */
  queue: z.array(z.string()),
  /** The next page of the first folder in the queue. */
  page_token: z.string().nullable(),
});
type Cursor = z.output<typeof Cursor>;

const DriveFile = z.object({
  id: z.string().min(1),
  version: z.string().regex(/^\d{1,19}$/),
  name: z.string(),
  mimeType: z.string(),
  parents: z.array(z.string()).nullish(),
  trashed: z.boolean().nullish(),
  modifiedTime: z.iso.datetime({ offset: true }),
  size: z
    .string()
    .regex(/^\d{1,15}$/)
    .nullish(),
  md5Checksum: z.string().nullish(),
  headRevisionId: z.string().nullish(),
  shared: z.boolean().nullish(),
  permissions: z.array(z.object({ type: z.string(), role: z.string() })).nullish(),
  webViewLink: z.string().nullish(),
});
type DriveFile = z.output<typeof DriveFile>;
const Folder = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.literal(FOLDER),
  parents: z.array(z.string()).nullish(),
  trashed: z.boolean().nullish(),
});
const FileList = z.object({
  files: z.array(z.unknown()),
  nextPageToken: z.string().nullish(),
  incompleteSearch: z.boolean().nullish(),
});
const Change = z.object({
  fileId: z.string().min(1),
  removed: z.boolean().nullish(),
  file: z.looseObject({ id: z.string() }).nullish(),
});
const ChangeList = z.object({
  changes: z.array(z.looseObject({ changeType: z.string().nullish() })),
  nextPageToken: z.string().nullish(),
  newStartPageToken: z.string().nullish(),
});
const StartToken = z.object({ startPageToken: z.string() });
const Root = z.object({ name: z.string() });

/**
 * Reads the files in the synced folders and below. The first run lists one folder after the other. Later runs read
 * changes. They list a folder again if the folder itself has changed, because Drive reports no changes for the
 * content of a folder that was moved.
 */
export function googleDrive(options: GoogleOptions): SyncAdapter {
  const now = options.now ?? (() => new Date());
  return {
    provider: "google_drive",
    stream: "files",
    async list({ cursor: text, settings: input, secret, baseUrl, signal }) {
      const { subject, folder_ids } = settingsOf(VENDOR, Settings, input);
      const scope = "https://www.googleapis.com/auth/drive.readonly";
      const vendor = googleListing(VENDOR, options, { secret, subject, scope, signal });
      const at = now();
      const storedCursor = readCursor(VENDOR, Cursor, text);
      const isIdle = storedCursor !== null && !storedCursor.is_running;
      const isDue = isIdle && isListingDue(storedCursor.listed_at, at, FULL_LISTING_DAYS);
      const cursor =
        storedCursor === null || isDue
          ? await firstCursor(vendor, baseUrl, at.toISOString())
          : storedCursor;
      if (isIdle && !isDue) {
        Object.assign(cursor, { began_at: at.toISOString(), is_full: false, is_running: true });
      }
      syncRoots(cursor, folder_ids);

      const folder = cursor.queue[0];
      const { records, hasMore } =
        folder === undefined
          ? await readChanges(vendor, baseUrl, cursor)
          : await readFolder(vendor, baseUrl, cursor, folder);
      cursor.is_running = hasMore;
      return {
        records,
        cursor: writeCursor(cursor),
        hasMore,
        isSnapshot: cursor.is_full && cursor.is_complete && !hasMore,
        confirmedAt: hasMore ? null : cursor.began_at,
        ...vendor.counts(),
      };
    },
  };
}

const allDrives = { supportsAllDrives: "true", includeItemsFromAllDrives: "true" };

/** Takes the position in the list of changes before the listing, so that changes during it are read afterwards. */
async function firstCursor(vendor: Listing, baseUrl: string, beganAt: string): Promise<Cursor> {
  const url = `${baseUrl}/changes/startPageToken?supportsAllDrives=true`;
  const { startPageToken } = read(VENDOR, StartToken, await vendor.ask({ url }));
  return {
    listed_at: beganAt,
    began_at: beganAt,
    is_full: true,
    is_complete: true,
    is_running: true,
    change_token: startPageToken,
    tree: {},
    queue: [],
    page_token: null,
  };
}

/** Queues the folders that an admin has added, and removes those that the admin has removed. */
function syncRoots(cursor: Cursor, folderIds: string[]): void {
  for (const id of folderIds) {
    if (cursor.tree[id]) continue;
    cursor.tree[id] = { name: "", parent: null };
    cursor.queue.push(id);
  }
  for (const [id, { parent }] of Object.entries(cursor.tree)) {
    if (parent === null && !folderIds.includes(id)) cursor.tree = withoutFolder(cursor.tree, id);
  }
}

interface Result {
  records: SyncRecord[];
  hasMore: boolean;
}

async function readFolder(
  vendor: Listing,
  baseUrl: string,
  cursor: Cursor,
  id: string,
): Promise<Result> {
  const folder = cursor.tree[id];
  if (folder?.parent === null && cursor.page_token === null) {
    const url = `${baseUrl}/files/${encodeURIComponent(id)}?supportsAllDrives=true&fields=name`;
    folder.name = read(VENDOR, Root, await vendor.ask({ url })).name;
  }
  const query = new URLSearchParams({
    q: `'${id}' in parents`,
    pageSize: String(PAGE_SIZE),
    fields: `nextPageToken,incompleteSearch,files(${FILE_FIELDS})`,
    ...allDrives,
    ...(cursor.page_token && { pageToken: cursor.page_token }),
  });
  const answer = await vendor.ask({
    url: `${baseUrl}/files?${query}`,
    // A folder may have been deleted in the meantime, but not a synced one, which was read just before.
    accept: 404,
    ...(cursor.page_token && { deadCursorStatuses: [400] }),
  });
  const isGone = answer.status === 404;
  const page = isGone ? { files: [], incompleteSearch: true } : read(VENDOR, FileList, answer);
  const files = page.files.filter((file) => !takeFolder(cursor, file, true));
  const records = recordsOf(VENDOR, files, DriveFile, (file) => recordOf(file, cursor.tree));
  if (page.incompleteSearch) cursor.is_complete = false;
  cursor.page_token = ("nextPageToken" in page && page.nextPageToken) || null;
  if (cursor.page_token === null) cursor.queue.shift();
  // Changes that were made during a full listing are read by the next run.
  return { records, hasMore: cursor.queue.length > 0 };
}

async function readChanges(vendor: Listing, baseUrl: string, cursor: Cursor): Promise<Result> {
  const query = new URLSearchParams({
    pageToken: cursor.change_token,
    pageSize: String(PAGE_SIZE),
    includeRemoved: "true",
    fields: `nextPageToken,newStartPageToken,changes(changeType,fileId,removed,file(${FILE_FIELDS}))`,
    ...allDrives,
  });
  const answer = await vendor.ask({
    url: `${baseUrl}/changes?${query}`,
    deadCursorStatuses: [400, 404],
  });
  const page = read(VENDOR, ChangeList, answer);
  const records = page.changes
    // Changes without a file are about a shared drive itself.
    .filter(({ changeType }) => (changeType ?? "file") === "file")
    .map((change) => ({ ...change, id: change["fileId"] }))
    .flatMap((change) =>
      recordsOf(VENDOR, [change], Change, ({ fileId, removed, file }) => {
        if (removed || !file) {
          cursor.tree = withoutFolder(cursor.tree, fileId);
          return deletedRecord(fileId, NEWEST);
        }
        if (takeFolder(cursor, file, false)) return filteredRecord(fileId, NEWEST, "folder");
        const [record] = recordsOf(VENDOR, [file], DriveFile, (item) =>
          recordOf(item, cursor.tree),
        );
        return record ?? filteredRecord(fileId, NEWEST, "folder");
      }),
    );
  cursor.change_token = page.nextPageToken ?? page.newStartPageToken ?? cursor.change_token;
  return { records, hasMore: Boolean(page.nextPageToken) || cursor.queue.length > 0 };
}

/**
 * Records where a folder is now, and queues its content for listing. Returns false for an item that is not a folder.
 */
function takeFolder(cursor: Cursor, item: unknown, isInListing: boolean): boolean {
  const folder = Folder.safeParse(item).data;
  if (!folder) return false;
  const { id, name, trashed } = folder;
  const knownFolder = cursor.tree[id];
  const parent = folder.parents?.[0] ?? null;
  const isInScope =
    !trashed && (knownFolder?.parent === null || locate(cursor.tree, parent) !== null);
  if (isInScope) {
    cursor.tree[id] = { name, parent: knownFolder?.parent === null ? null : parent };
  } else if (knownFolder) {
    cursor.tree = withoutFolder(cursor.tree, id);
  }
  // The content of a folder that was moved out is listed too, so that it is removed with the folder. Folders
  // elsewhere are ignored.
  const concernsUs = isInScope || knownFolder !== undefined || isInListing;
  if (concernsUs && !cursor.queue.includes(id)) cursor.queue.push(id);
  return true;
}

/** The version of a record is Drive's number: neither our clock nor Drive's decides which of two states is newer. */
function recordOf(file: DriveFile, tree: FolderTree): SyncRecord {
  const { id, version } = file;
  if (file.trashed) return filteredRecord(id, version, "trashed");
  if (file.mimeType === SHORTCUT) return filteredRecord(id, version, "shortcut");
  const location = locate(tree, file.parents?.[0]);
  // The version is that of the last change of the file itself: moving a folder out changes none of its files.
  if (!location) return filteredRecord(id, version, "outside_folders");
  return presentRecord(id, version, {
    name: file.name,
    media_type: file.mimeType,
    size_bytes: file.size ? Number(file.size) : null,
    content_version: file.md5Checksum ?? file.headRevisionId ?? file.modifiedTime,
    modified_at: file.modifiedTime,
    root_folder_id: location.root,
    folder_path: location.path,
    sharing: sharingOf(file),
    url: file.webViewLink ?? null,
  } satisfies SyncedFile);
}

/**
 * Drive returns permissions only to people who may share a file. Without permissions, it is unknown who can read a
 * shared file.
 */
function sharingOf({ shared, permissions }: DriveFile): SyncedFile["sharing"] {
  if (!permissions) return shared === false ? "private" : null;
  const types = permissions.filter(({ role }) => role !== "owner").map(({ type }) => type);
  if (types.includes("anyone")) return "public";
  if (types.includes("domain")) return "organization";
  return types.length > 0 ? "people" : "private";
}
