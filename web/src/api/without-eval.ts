import { config } from "zod/v4/core";

// Schemas compile themselves with `new Function` by default, and the content security policy of the console reports
// every attempt. Imported before everything else.
config({ jitless: true });
