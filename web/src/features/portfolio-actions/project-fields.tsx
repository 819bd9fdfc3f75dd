import { useQuery } from "@tanstack/react-query";
import { peopleNames } from "../../entities/person/queries.ts";
import { StatusLabel } from "../../entities/project/badges.tsx";
import type { ProjectStatus } from "../../entities/project/queries.ts";
import { formatDay } from "../../format/dates.ts";
import { formatExactHours, formatMoney } from "../../format/numbers.ts";
import { useViewer } from "../../session/viewer.ts";
import { clientAndAccount } from "../portfolio/portfolio-view.ts";
import type { ProjectField } from "./project-values.ts";
import { accountName } from "./queries.ts";

export const labels: Record<ProjectField, string> = {
  name: "Name",
  code: "Code",
  summary: "Summary",
  status: "Status",
  lead_id: "Lead",
  account_id: "Account",
  starts_on: "Start",
  due_on: "Due",
  budget_hours: "Budget in hours",
  budget_amount: "Budget amount",
  is_archived: "Archived",
};

/** A value of the form in words. */
export function ProjectFact({ field, value }: { field: ProjectField; value: unknown }) {
  const { currency } = useViewer().organization;
  if (field === "is_archived") return value ? "Archived" : "Not archived";
  const text = String(value);
  if (text === "") return field === "lead_id" ? "None" : "Empty";
  switch (field) {
    case "status":
      return <StatusLabel status={text as ProjectStatus} />;
    case "lead_id":
      return <PersonName id={text} />;
    case "account_id":
      return <AccountName id={text} />;
    case "starts_on":
    case "due_on":
      return formatDay(text);
    case "budget_hours":
      return `${formatExactHours(Number(text))} h`;
    case "budget_amount":
      return formatMoney(Number(text), currency);
    default:
      return text;
  }
}

function PersonName({ id }: { id: string }) {
  return useQuery(peopleNames).data?.get(id) ?? "Someone";
}

function AccountName({ id }: { id: string }) {
  const names = useQuery(accountName(id)).data;
  return names ? clientAndAccount(names) : "…";
}
