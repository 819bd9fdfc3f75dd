/** The keys of the inbox, for the help; the page binds them. */
export const inboxKeys: [names: string[], meaning: string][] = [
  [["j"], "Next card"],
  [["k"], "Previous card"],
  [["Enter"], "Open the card"],
  [["a"], "Approve the card, or all selected cards"],
  [["x"], "Approve and execute the card, or execute an approved card"],
  [["e"], "Edit the content"],
  [["r"], "Reject with a reason"],
  [["i"], "Assign the card"],
  [["u"], "Propose undo of an executed card"],
  [["Space"], "Select the card"],
  [["Shift", "J"], "Select and move down; Shift+K moves up"],
];
