/** The keys of availability, for the help; the page binds them. */
export const availabilityKeys: [names: string[], meaning: string][] = [
  [["p"], "Previous week, or day on a phone"],
  [["n"], "Next week, or day on a phone"],
  [["t"], "Today"],
];
