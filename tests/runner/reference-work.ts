/** A fixed piece of work like that of the tests: hashing, JSON, sorting. Prints the CPU seconds it took. */
import { createHash } from "node:crypto";

const rows = Array.from({ length: 20_000 }, (_, n) => ({
  id: n,
  name: `row ${(n * 7919) % 20_011}`,
}));
let text = "";
for (let round = 0; round < 12; round++) {
  text = JSON.stringify(rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  createHash("sha256").update(text).digest("hex");
  JSON.parse(text);
}
const { user, system } = process.cpuUsage();
console.log((user + system) / 1e6);
