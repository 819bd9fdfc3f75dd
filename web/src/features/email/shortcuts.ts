/** The keys of Email, for the help; the page binds them. */
export const emailKeys: [names: string[], meaning: string][] = [
  [["j"], "Next email"],
  [["k"], "Previous email"],
  [["Enter"], "Open the email"],
  [["a"], "Choose its project"],
  [["1"], "Assign it to the first suggestion; 2 and 3 to the next ones"],
  [["r"], "Reject with a reason"],
  [["s"], "Restore a rejected email"],
  [["q"], "Show or hide quoted text"],
];
