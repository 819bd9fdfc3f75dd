import { prove } from "./prove.ts";

prove("schema");
