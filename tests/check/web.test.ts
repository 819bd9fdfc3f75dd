import { prove } from "./prove.ts";

prove("web");
