import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../../ui/page.tsx";
import { settingsSections } from "./sections.ts";
import classes from "./settings-page.module.css";

interface Props {
  /** Name of the section, for the browser's tab. */
  name: (typeof settingsSections)[number]["label"];
  children?: ReactNode;
}

/** The header that all sections of the settings share, with a link to each. */
export function SettingsPage({ name, children }: Props) {
  return (
    <Page title="Settings" name={`${name} · Settings`}>
      <nav aria-label="Settings">
        <ul className={classes.sections}>
          {settingsSections.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className={classes.section}
                data-open={label === name}
                activeOptions={{ includeSearch: false }}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </Page>
  );
}
