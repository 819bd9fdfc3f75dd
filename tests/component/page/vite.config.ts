import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The console as web/vite.config.ts builds it, but for its entry; legible, for messages of failing tests. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react()],
  build: { target: "es2023", minify: false, modulePreload: false, chunkSizeWarningLimit: 4000 },
  logLevel: "warn",
});
