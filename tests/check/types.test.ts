import { prove } from "./prove.ts";

prove("types");
