/** The keys of the hours, for the help; the page binds them. */
export const timeKeys: [names: string[], meaning: string][] = [
  [["←", "→"], "Move between cells; ↑ and ↓ between rows"],
  [["0–9"], "Type hours into the cell, such as 1:30 or 1.5; Enter saves"],
  [["Delete"], "Remove the hours of the cell"],
  [["e"], "Edit the entries and notes of the cell"],
  [["a"], "Add a row"],
  [["c"], "Copy last week's rows"],
  [["p"], "Previous week"],
  [["n"], "Next week"],
  [["t"], "This week"],
];
