import { Select } from "@mantine/core";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";
import classes from "./asked-as.module.css";

/** Projects offered at a time; a few letters find the others. */
const OFFERED_PROJECTS = 50;

interface Props {
  value: string;
  onChange: (projectId: string) => void;
}

/** Narrows a conversation to one project, so that its members can read the proposals. */
export function AskAboutField({ value, onChange }: Props) {
  const projects = useProjectChoices(value);
  return (
    <Select
      label="Ask about"
      description="If you choose one project, its members can also see the cards that the assistant proposes here"
      placeholder="All projects"
      searchable
      clearable
      limit={OFFERED_PROJECTS}
      value={value || null}
      onChange={(project) => onChange(project ?? "")}
      {...projects}
      className={classes.field ?? ""}
    />
  );
}
