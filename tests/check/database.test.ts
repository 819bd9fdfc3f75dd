import { prove } from "./prove.ts";

prove("database");
