import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { taskLabels } from "./queries.ts";

/** The labels in use, as a field suggests them; read when the field is first focused. */
export function useTaskLabels() {
  const [isWanted, setIsWanted] = useState(false);
  const labels = useQuery({ ...taskLabels, enabled: isWanted }).data;
  return { data: labels ?? [], onFocus: () => setIsWanted(true) };
}
