/**
 * The portfolio of the other roles.
 * portfolio.test.ts proves that of a lead, a member and a client; tests/laws/scope proves every role.
 */
import { testScopeOf } from "./portfolio-scope.ts";

for (const person of ["admin", "member2", "other_admin"] as const) testScopeOf(person);
