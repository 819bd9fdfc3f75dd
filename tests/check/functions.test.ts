import { prove } from "./prove.ts";

prove("functions");
