import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.css";
import "../global.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { queryClient } from "../query-client.ts";
import { cssVariables, theme } from "../theme.ts";
import { useFocusOfWrongFields } from "../ui/wrong-field.ts";
import { App } from "./app.tsx";

/** The whole console, with its theme and its cache. */
export function Console() {
  useFocusOfWrongFields();
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}
