/** The keys of the library, for the help; the page binds them. */
export const documentKeys: [names: string[], meaning: string][] = [
  [["u"], "Upload documents, or a new version of the open one"],
];
