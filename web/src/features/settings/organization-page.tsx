import { Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { administers, leads, useViewer } from "../../session/viewer.ts";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { Fact } from "../../ui/fact.tsx";
import facts from "../../ui/facts.module.css";
import { Problem } from "../../ui/problem.tsx";
import { sampleDataQuery } from "../sample-data/queries.ts";
import { SampleData } from "../sample-data/sample-data.tsx";
import { OrganizationForm } from "./organization-form.tsx";
import { fields, inWords, labels, valuesOf } from "./organization-values.ts";
import { emailDomain, settingsQuery } from "./queries.ts";
import { SettingsPage } from "./settings-page.tsx";

export default function OrganizationPage() {
  if (!leads(useViewer())) return <LeadsOnlyPage />;
  return (
    <SettingsPage name="Organization">
      <Organization />
    </SettingsPage>
  );
}

function Organization() {
  const mayChange = administers(useViewer());
  const query = useQuery(settingsQuery);
  const domain = useQuery(emailDomain).data;
  if (query.isError && !query.data) {
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton height={360} />;
  if (mayChange) {
    return (
      <>
        <OrganizationForm settings={query.data} domain={domain} />
        <SampleSection />
      </>
    );
  }
  const values = valuesOf(query.data);
  return (
    <>
      <dl className={facts.facts}>
        {fields.map((field) => (
          <Fact key={field} name={labels[field]}>
            {inWords(field, values[field])}
          </Fact>
        ))}
        {domain && <Fact name="Email domain">{domain}</Fact>}
      </dl>
      <p>Only admins can change these settings.</p>
    </>
  );
}

/** Only if there is sample data; an empty organization is offered it under My work. */
function SampleSection() {
  const samples = useQuery(sampleDataQuery).data;
  if (!samples?.rows) return null;
  return (
    <section aria-labelledby="sample-data">
      <Title order={2} size="h3" id="sample-data" mt="xl" mb="xs">
        Sample data
      </Title>
      <SampleData />
    </section>
  );
}
