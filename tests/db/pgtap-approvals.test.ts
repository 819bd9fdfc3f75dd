import { provePgtap } from "./prove-pgtap.ts";

await provePgtap("approvals");
