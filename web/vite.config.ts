import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const chunks = [
  // Libraries change less often than the console: in chunks of their own they stay in the cache.
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: "supabase", test: /node_modules\/@supabase\// },
  // One file for the code of most pages, in place of dozens of tiny ones that the first page would wait for.
  { name: "common", test: /\.(m?js|tsx?)$/, minShareCount: 20 },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    sourcemap: false,
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
