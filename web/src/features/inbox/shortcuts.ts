/** What the keys of the inbox do, for the help; the page binds them. */
export const inboxKeys: [names: string[], meaning: string][] = [
  [["j"], "Next card"],
  [["k"], "Previous card"],
  [["Enter"], "Open the card"],
  [["a"], "Approve, or the selected cards together"],
  [["x"], "Approve and execute, or execute"],
  [["e"], "Edit what would be written"],
  [["r"], "Reject with a reason"],
  [["z"], "Propose to take it back, where that is possible"],
  [["Space"], "Select for approving together"],
  [["Shift", "J"], "Select and go on; Shift and K goes back"],
];
