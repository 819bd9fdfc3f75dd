/** The keys of Health, for the help; the page binds them. */
export const healthKeys: [names: string[], meaning: string][] = [
  [["j"], "Next finding"],
  [["k"], "Previous finding"],
  [["Enter"], "Open the finding"],
  [["e"], "Go to its evidence"],
  [["s"], "Settle or reopen it, with a reason"],
];
