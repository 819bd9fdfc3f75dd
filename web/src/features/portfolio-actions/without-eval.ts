import { config } from "zod";

// The schemas compile themselves with `new Function` unless told not to, and the content security policy
// of the console reports every try. Imported before the first contract.
config({ jitless: true });
