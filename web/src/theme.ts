import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Skeleton,
} from "@mantine/core";

// The only place for design tokens: one neutral scale, one accent, and separate colors for meanings.

const neutral: MantineColorsTuple = [
  "#fafafa",
  "#f4f4f5",
  "#e7e8ea",
  "#d5d7da",
  "#b3b6bc",
  "#898d95",
  "#636770",
  "#484c55",
  "#2e3139",
  "#1a1c21",
];

/** The same neutrals for dark surfaces: 0 is text, 7 the page, 9 the deepest. */
const night: MantineColorsTuple = [
  "#e9eaec",
  "#c6c8cd",
  "#a1a5ae",
  "#7d818b",
  "#43464f",
  "#33363e",
  "#23252b",
  "#16181c",
  "#101215",
  "#0b0c0e",
];

const accent: MantineColorsTuple = [
  "#eef0ff",
  "#dde1fd",
  "#b9c1f7",
  "#98a3f3",
  "#7684ec",
  "#5c6be4",
  "#4656d6",
  "#3a48b8",
  "#303c96",
  "#252f75",
];

const fontFamily = '"Inter Variable", system-ui, sans-serif';

export const theme = createTheme({
  colors: { gray: neutral, dark: night, accent },
  primaryColor: "accent",
  primaryShade: 6,
  black: neutral[9],
  fontFamily,
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  headings: {
    fontFamily,
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.25rem", lineHeight: "1.75rem" },
      h2: { fontSize: "0.9375rem", lineHeight: "1.5rem" },
      h3: { fontSize: "0.875rem", lineHeight: "1.25rem" },
    },
  },
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  lineHeights: { xs: "1.35", sm: "1.4", md: "1.5", lg: "1.6", xl: "1.6" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { xs: "3px", sm: "6px", md: "8px", lg: "12px", xl: "20px" },
  defaultRadius: "sm",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // Plain objects instead of `Select.extend`, which would add the components to the first page. A list that opens on
    // focus, even an empty one, would take the Escape that is meant for the dialog.
    ...Object.fromEntries(
      ["Autocomplete", "MultiSelect", "Select"].map((name) => [
        name,
        { defaultProps: { openOnFocus: false } },
      ]),
    ),
    // The header of a dialog is not a banner: the page already has that landmark.
    ModalHeader: { defaultProps: { role: "presentation" } },
    DrawerHeader: { defaultProps: { role: "presentation" } },
    Tooltip: {
      defaultProps: { openDelay: 300, transitionProps: { duration: 120 } },
    },
    Skeleton: Skeleton.extend({ defaultProps: { radius: "xs" } }),
  },
});

/** The values that the console's own styles use; each is a step of the scales above. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    "--cs-topbar": "48px",
    "--cs-rail": "208px",
  },
  light: {
    "--mantine-color-dimmed": neutral[6],
    "--mantine-color-placeholder": neutral[6],
    "--mantine-color-gray-light": neutral[1],
    "--mantine-color-gray-light-color": neutral[7],
    "--mantine-color-yellow-light": "#fdf1dc",
    "--mantine-color-yellow-light-color": "#855000",
    "--mantine-color-red-filled": "#c02626",
    "--mantine-color-red-filled-hover": "#a52020",
    "--mantine-color-red-light": "#fdeaea",
    "--mantine-color-red-light-color": "#b42020",
    "--mantine-color-error": "#c02626",
    "--cs-surface": "#ffffff",
    "--cs-canvas": neutral[0],
    "--cs-hover": neutral[1],
    "--cs-line": neutral[2],
    "--cs-line-strong": neutral[3],
    "--cs-track": neutral[2],
    "--cs-accent": accent[6],
    "--cs-accent-quiet": accent[0],
    "--cs-good": "#0f7a4d",
    "--cs-warn": "#9a5b00",
    "--cs-bad": "#c02626",
    "--cs-project-1": "#3a48b8",
    "--cs-project-2": "#0f7a4d",
    "--cs-project-3": "#b2500b",
    "--cs-project-4": "#a3257e",
    "--cs-project-5": "#0b6e8a",
    "--cs-project-6": "#7a5c00",
    "--cs-project-7": "#6d3bbf",
    "--cs-project-8": "#a83232",
  },
  dark: {
    "--mantine-color-dimmed": night[2],
    "--mantine-color-placeholder": night[2],
    "--mantine-color-anchor": accent[3],
    "--mantine-color-accent-light": "#23284a",
    "--mantine-color-accent-light-color": accent[1],
    "--mantine-color-gray-light": night[6],
    "--mantine-color-gray-light-color": night[1],
    "--mantine-color-yellow-light": "#2c2210",
    "--mantine-color-yellow-light-color": "#e5a84b",
    "--mantine-color-red-filled": "#c02626",
    "--mantine-color-red-filled-hover": "#a52020",
    "--mantine-color-red-light": "#331a1b",
    "--mantine-color-red-light-color": "#ff8f8f",
    "--mantine-color-error": "#ff7b7b",
    "--cs-surface": night[7],
    "--cs-canvas": night[8],
    "--cs-hover": night[6],
    "--cs-line": night[6],
    "--cs-line-strong": night[5],
    "--cs-track": night[5],
    "--cs-accent": accent[3],
    "--cs-accent-quiet": "#23284a",
    "--cs-good": "#4cc38a",
    "--cs-warn": "#e5a84b",
    "--cs-bad": "#ff7b7b",
    "--cs-project-1": "#98a3f3",
    "--cs-project-2": "#4cc38a",
    "--cs-project-3": "#f0a05a",
    "--cs-project-4": "#ef8fd0",
    "--cs-project-5": "#5cc3de",
    "--cs-project-6": "#d9bd52",
    "--cs-project-7": "#b99af2",
    "--cs-project-8": "#f28b8b",
  },
});
