/**
 * Checks the types of the functions against Deno's own library. It uses the compiler of the other checks, because
 * Deno's checker needs three times as many CPU seconds. Another check proves that Deno resolves every import.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { mustRunTool, ROOT, runTool } from "./tool.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-deno-types-"));
try {
  const { stdout: library } = await mustRunTool("deno", ["types"]);
  await writeFile(path.join(folder, "library.d.ts"), library);
  const project = path.join(folder, "tsconfig.json");
  await writeFile(
    project,
    JSON.stringify({
      extends: path.join(ROOT, "tsconfig.json"),
      compilerOptions: {
        target: "ESNext",
        lib: ["ESNext"],
        types: [],
        module: "preserve",
        moduleResolution: "bundler",
        moduleDetection: "force",
      },
      include: [
        path.join(ROOT, "supabase/functions"),
        path.join(ROOT, "scripts/stack/functions/functions-host.ts"),
        path.join(folder, "library.d.ts"),
      ],
      exclude: [],
    }),
  );
  const { code, stdout } = await runTool("tsc", ["--project", project, "--checkers", "1"]);
  console.log(stdout);
  if (code !== 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
