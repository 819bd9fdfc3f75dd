import { Alert, Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { EyeIcon } from "lucide-react";
import { peopleNames } from "../../entities/person/queries.ts";
import { Lookup } from "../portfolio-actions/lookups.tsx";
import classes from "./asked-as.module.css";

/** Shows which person a lead is asking as. */
export function AskedAsBanner({ id }: { id: string }) {
  const name = useQuery(peopleNames).data?.get(id) ?? "someone else";
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      className={classes.banner ?? ""}
      p="xs"
      icon={<EyeIcon />}
    >
      <strong>You are asking as {name}.</strong> Answers use only what you and {name} can both see,
      and the assistant can't propose anything.{" "}
      <Anchor
        inherit
        underline="always"
        className={classes.back ?? ""}
        renderRoot={(props) => <Link to="/ask" {...props} />}
      >
        Ask as yourself
      </Anchor>
    </Alert>
  );
}

interface Props {
  value: string;
  onChange: (id: string) => void;
}

export function AskAsField({ value, onChange }: Props) {
  const names = useQuery(peopleNames).data;
  const name = names?.get(value);
  // The field keeps its initial value, so a new key replaces it when the URL changes.
  return (
    <Lookup
      key={name ?? value}
      list="people"
      label="Ask as"
      description="See the answer another person would get"
      clearable
      value={value}
      initialChoice={name ? { value, label: name } : undefined}
      onChange={onChange}
      className={classes.field ?? ""}
    />
  );
}
