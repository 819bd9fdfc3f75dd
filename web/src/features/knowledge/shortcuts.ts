/** The keys of the search, for the help; the page binds them. */
export const searchKeys: [names: string[], meaning: string][] = [
  [["j"], "Next result"],
  [["k"], "Previous result"],
  [["Enter"], "Open the result; in the field: search now"],
  [["↓"], "From the field to the results"],
];
