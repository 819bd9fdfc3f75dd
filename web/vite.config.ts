import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

// The first page loads at most 15 scripts of 300 KB in all: tests/browser/load-budgets.ts counts them.
const chunks = [
  // Libraries change less often than the console: in chunks of their own they stay in the cache.
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: "supabase", test: /node_modules\/@supabase\//, priority: 3 },
  {
    name: "entities",
    test: /web\/src\/(entities|format)\/|_domain\/words\/(?!connection-tests)/,
    minShareCount: 2,
    priority: 2,
  },
  // Two files for the code that several pages share, instead of dozens of tiny ones that the first page would wait for.
  {
    name: "ui",
    test: /web\/src\/(ui\/(?!data-table\/|window-rows)|session\/)|lucide-react\/|@mantine\/core\/esm\/components\/Chip\//,
    minShareCount: 2,
    priority: 2,
  },
  // Long lists, which the first page has none of.
  {
    name: "window-rows",
    test: /web\/src\/ui\/window-rows|@tanstack\/(react-virtual|virtual-core)\//,
    minShareCount: 2,
    priority: 2,
  },
  // The first page has no field for numbers and no table, and checks nothing against a contract.
  {
    name: "common",
    test: /^(?!.*\/(react-number-format|NumberInput|node_modules\/zod|ui\/data-table|portfolio-actions)\/).*\.(m?js|tsx?)$/,
    minShareCount: 5,
    priority: 1,
  },
  { name: "table", test: /web\/src\/ui\/data-table\//, minShareCount: 2 },
];

/** Brotli at its highest level takes seconds, so it runs once in the build and not in each server. */
const compressAssets: Plugin = {
  name: "compress-assets",
  apply: "build",
  async writeBundle({ dir = "" }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const file = path.join(dir, name);
        await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)));
      }),
    );
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressAssets],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    sourcemap: false,
    chunkSizeWarningLimit: 600,
    target: "es2023",
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: {
    host: "127.0.0.1",
    proxy: Object.fromEntries(
      ["/api", "/auth/v1", "/rest/v1", "/storage/v1", "/functions/v1"].map((path) => [
        path,
        process.env.COUNTERSIGN_URL ?? "http://127.0.0.1:54321",
      ]),
    ),
  },
});
