/** The keys of a conversation, for the help; the page binds them. */
export const askKeys: [names: string[], meaning: string][] = [
  [["Enter"], "Ask"],
  [["Shift", "Enter"], "New line in the question"],
  [["c"], "Go to the question"],
  [["n"], "New conversation"],
  [["Esc"], "Stop the answer"],
];
