import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getSampleData } from "../../api/sample-routes.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { sampleDataQuery } from "../sample-data/queries.ts";

type Stage = "" | "open" | "without-integration" | "closed";

/**
 * The first steps of an organization. They appear while it has no project, and end when the person dismisses them or
 * has gone on to the portfolio.
 */
export function useFirstSteps(preload: () => Promise<void>) {
  const viewer = useViewer();
  const [stage, setStage] = useLocalStorage<Stage>({
    key: `countersign-first-steps-${viewer.organization.id}`,
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  const isWanted = leads(viewer) && stage !== "closed";
  const query = useQuery({
    ...sampleDataQuery,
    // Most organizations have projects already, and never load the checklist.
    queryFn: async ({ signal }) => {
      const state = await getSampleData(signal);
      if (stage !== "" || !state.has_own_projects) await preload();
      return state;
    },
    enabled: isWanted,
  });
  const hasProjects = query.data?.has_own_projects;
  useEffect(() => {
    if (hasProjects !== undefined && stage === "") setStage(hasProjects ? "closed" : "open");
  }, [hasProjects, stage, setStage]);
  return {
    isLoading: isWanted && query.isLoading,
    state: isWanted && stage !== "" ? query.data : undefined,
    isIntegrationSkipped: stage === "without-integration",
    skipIntegration: () => setStage("without-integration"),
    close: () => setStage("closed"),
  };
}

export type FirstSteps = ReturnType<typeof useFirstSteps>;
