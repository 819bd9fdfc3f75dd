import { oneLine } from "../../../../supabase/functions/_domain/one-line.ts";
import { refusalOf, titleOf } from "./file-types.ts";
import type { NewFile } from "./upload.ts";
import { type DocumentKind, guessedKind } from "./words.ts";

/** A file that the person chose, before its upload. */
export interface ChosenFile {
  key: string;
  file: File;
  title: string;
  kind: DocumentKind;
  /** Why the service would refuse the file. */
  refusal: string | null;
  /** The target, if the person chose one: the id of a document for its next version, or `new` for a new document. */
  becomes: string | undefined;
}

export function chosenFiles(files: File[], kinds: readonly DocumentKind[]): ChosenFile[] {
  return files.map((file) => ({
    key: crypto.randomUUID(),
    file,
    title: titleOf(file.name),
    kind: guessedKind(file.name, kinds),
    refusal: refusalOf(file),
    becomes: undefined,
  }));
}

/** The names under which the service stores the files: some systems compose letters differently. */
export function storedNames(files: readonly ChosenFile[]): string[] {
  return [...new Set(files.map(({ file }) => oneLine(file.name)))].sort();
}

/** A document of the project. */
interface ExistingDocument {
  id: string;
  title: string;
  file_name: string;
  latest_version: number;
}

/** The document that a file becomes the next version of: the selected one, or else the newest with a file of that name. */
export function replacedBy(
  entry: ChosenFile,
  documents: readonly ExistingDocument[],
): ExistingDocument | undefined {
  if (entry.becomes === "new") return undefined;
  const matches = documents.filter(({ file_name }) => file_name === oneLine(entry.file.name));
  return matches.find(({ id }) => id === entry.becomes) ?? matches[0];
}

/** The chosen files that will be uploaded. Two files cannot both become the next version of one document. */
export function filesToUpload(
  files: readonly ChosenFile[],
  projectId: string,
  documents: readonly ExistingDocument[],
): NewFile[] {
  const replacedIds = new Set<string>();
  return files
    .filter(({ refusal }) => refusal === null)
    .map((entry) => {
      const target = replacedBy(entry, documents);
      const documentId = target && !replacedIds.has(target.id) ? target.id : undefined;
      if (documentId) replacedIds.add(documentId);
      const { file, kind } = entry;
      const title = (target?.title ?? entry.title).trim() || titleOf(file.name);
      return { file, kind, title, projectId, documentId };
    });
}
