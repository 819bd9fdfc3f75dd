import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../../ui/page.tsx";
import classes from "./settings-page.module.css";

const sections = [
  { to: "/settings/people", label: "People" },
  { to: "/settings/organization", label: "Organization" },
  { to: "/settings/approvals", label: "Approvals" },
  { to: "/settings/rates", label: "Rates" },
  { to: "/settings/profiles", label: "Authoring profiles" },
  { to: "/settings/integrations", label: "Integrations" },
] as const;

interface Props {
  /** Name of the section, for the browser's tab. */
  name: (typeof sections)[number]["label"];
  children?: ReactNode;
}

/** The head that all sections of the settings share, with links to each. */
export function SettingsPage({ name, children }: Props) {
  return (
    <Page title="Settings" name={`${name} · Settings`}>
      <nav aria-label="Settings">
        <ul className={classes.sections}>
          {sections.map(({ to, label }) => (
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
