import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * The console as web/vite.config.ts builds it, with another entry and not minified, so that messages of failing tests
 * are legible.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react()],
  build: { target: "es2023", minify: false, modulePreload: false, chunkSizeWarningLimit: 4000 },
  logLevel: "warn",
});
