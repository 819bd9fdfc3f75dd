import { provePgtap } from "./prove-pgtap.ts";

await provePgtap("drafts");
