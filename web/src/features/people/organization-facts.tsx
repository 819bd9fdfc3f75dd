import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { organization } from "../../entities/project/queries.ts";
import facts from "../../ui/facts.module.css";
import { Problem } from "../../ui/problem.tsx";

/** What the organization is and counts in. */
export function OrganizationFacts() {
  const read = useQuery(organization);
  if (read.isError && !read.data) {
    return <Problem error={read.error} retry={() => void read.refetch()} />;
  }
  if (!read.data) return <Skeleton height={62} mb="md" />;
  const { name, email_domain, currency, time_zone } = read.data;
  return (
    <dl className={facts.facts}>
      {Object.entries({
        Organization: name,
        Domain: email_domain,
        Currency: currency,
        "Time zone": time_zone,
      }).map(([what, value]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
