import { createContext, useContext } from "react";
import type { Viewer } from "../api/routes.ts";

export const ViewerContext = createContext<Viewer | null>(null);

/** The verified viewer, as the service returned them. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error("useViewer needs a signed-in member");
  return viewer;
}

/** Admins and leads run the portfolio; what that allows is decided in the database, not here. */
export function leads(viewer: Viewer): boolean {
  return viewer.role === "admin" || viewer.role === "lead";
}

/** Admins manage people. */
export function administers(viewer: Viewer): boolean {
  return viewer.role === "admin";
}
