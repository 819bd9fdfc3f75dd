/** The keys of the calendar, for the help; the page binds them. */
export const calendarKeys: [names: string[], meaning: string][] = [
  [["c"], "Propose an event"],
  [["p"], "Previous week or day"],
  [["n"], "Next week or day"],
  [["t"], "Today"],
  [["w"], "Week"],
  [["d"], "Day"],
];
