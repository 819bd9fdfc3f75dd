import "./api/without-eval.ts";
import { createRoot } from "react-dom/client";
import { Console } from "./app/console.tsx";
import { chooseTimeZone } from "./format/dates.ts";
import { storedTimeZone } from "./session/time-zone.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

chooseTimeZone(storedTimeZone());
createRoot(root).render(<Console />);
