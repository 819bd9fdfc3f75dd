/** Builds the page of the component tests once before they run, unless nothing has changed since the last build. */
import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildPage } from "../../scripts/stack/console-build.ts";

declare module "vitest" {
  interface ProvidedContext {
    componentPage: string;
  }
}

const PROJECT = path.resolve(import.meta.dirname, "../..");

/** Returns the folder of the build. */
export function buildComponentPage(): Promise<string> {
  return buildPage({
    root: path.join(import.meta.dirname, "page"),
    dist: path.join(PROJECT, "node_modules/.cache/countersign/component-page"),
  });
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide("componentPage", await buildComponentPage());
}
