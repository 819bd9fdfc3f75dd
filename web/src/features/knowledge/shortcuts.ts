/** The keys of the search, for the help; the page binds them. */
export const searchKeys: [names: string[], meaning: string][] = [
  [["j"], "Next passage"],
  [["k"], "Previous passage"],
  [["Enter"], "Open the passage; in the field: search now"],
  [["↓"], "From the field to the passages"],
];
