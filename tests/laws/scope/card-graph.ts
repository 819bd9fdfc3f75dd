/** Random cards, their evidence and their publications, in a random organization. */
import fc from "fast-check";
import type { Graph, Person } from "./graph-rows.ts";
import { choose, eachOf, few, pick, sometimes, unique, within } from "./pickers.ts";

/** The table to which each kind of card publishes. */
const PORTAL: Record<string, string> = {
  weekly_update: "weekly_updates",
  scope_change: "scope_changes",
  sow_draft: "sow_drafts",
  client_readout: "client_readouts",
  deliverable_release: "deliverable_releases",
};

export const cardRecipe = {
  sources: few(
    fc.record({
      in: pick,
      project: fc.option(pick),
      restricted: fc.boolean(),
      passages: fc.nat({ max: 2 }),
      uploads: fc.nat({ max: 2 }),
    }),
    4,
  ),
  cards: few(
    fc.record({
      by: pick,
      project: fc.option(pick),
      restricted: sometimes,
      cites: fc.array(pick, { maxLength: 2 }),
      publishes: fc.option(fc.constantFrom(...Object.keys(PORTAL))),
      link: fc.boolean(),
    }),
    5,
  ),
  events: few(fc.record({ in: pick, project: fc.option(pick) }), 2),
  owners: few(pick, 2),
};
type CardRecipe = {
  [name in keyof typeof cardRecipe]: (typeof cardRecipe)[name] extends fc.Arbitrary<infer T>
    ? T
    : never;
};

export function buildCards(
  recipe: CardRecipe,
  {
    id,
    organizationOf,
    people,
    projects,
    accounts,
  }: {
    id: () => string;
    organizationOf: (n: number) => string;
    people: Person[];
    projects: Graph["projects"];
    accounts: { id: string; client_id: string }[];
  },
) {
  const sources = recipe.sources.map((source) => {
    const { organization_id, project_id } = projectIds(source.project, organizationOf(source.in));
    const { restricted: is_restricted, passages, uploads } = source;
    return { id: id(), organization_id, project_id, is_restricted, passages, uploads };
  });
  /** A project and its organization, or no project and the given organization. */
  function projectIds(n: number | null, organization_id: string) {
    const project = n === null ? undefined : choose(projects, n);
    return {
      organization_id: project?.organization_id ?? organization_id,
      project_id: project?.id ?? null,
    };
  }

  const cards = eachOf(recipe.cards, (card) => {
    const proposer = choose(people, card.by);
    if (!proposer) return undefined;
    const { organization_id } = proposer;
    const ownProjects = within(projects, organization_id);
    const project_id =
      card.project === null ? null : (choose(ownProjects, card.project)?.id ?? null);
    const cited = [
      ...new Set(eachOf(card.cites, (n) => choose(within(sources, organization_id), n))),
    ];
    return {
      id: id(),
      organization_id,
      kind: project_id === null ? "prompt_update" : (card.publishes ?? "task_create"),
      project_id,
      proposed_by: proposer.id,
      // A card that cites a source its project does not see is restricted itself.
      is_restricted:
        card.restricted ||
        card.publishes === "sow_draft" ||
        cited.some((source) => !isShown(source, project_id)),
      cited,
      hasLink: card.link,
    };
  });
  const first = cards.map(({ id: approval_id, organization_id }) => ({
    organization_id,
    approval_id,
    number: 1,
  }));
  const publish = (table: string) =>
    eachOf(cards, ({ organization_id, project_id, is_restricted, kind, id: approval_id }) =>
      project_id !== null && PORTAL[kind] === table
        ? { id: id(), organization_id, project_id, approval_id, is_restricted }
        : undefined,
    );

  // One prompt and one skill for each organization that has an author for them.
  const owners = unique(
    eachOf(recipe.owners, (n) =>
      choose(
        people.filter(
          (person) =>
            person.archived_at === null && (person.role === "admin" || person.role === "lead"),
        ),
        n,
      ),
    ),
    (person) => person.organization_id,
  );
  for (const owner of owners) owner.is_prompt_owner = true;
  const prompt_versions = owners.map((owner) => ({
    id: id(),
    organization_id: owner.organization_id,
    created_by: owner.id,
  }));
  // Each skill has an executing card of its owner.
  const skills = owners.map((owner) => ({
    id: id(),
    organization_id: owner.organization_id,
    created_by: owner.id,
    approval_id: id(),
  }));

  const streams = owners.map(({ organization_id }) => ({ id: id(), organization_id }));
  const runs = streams.map(({ id: stream_id, organization_id }) => ({
    id: id(),
    organization_id,
    stream_id,
  }));

  return {
    organization_settings: owners.map(({ organization_id }) => ({ organization_id })),
    sources: sources.map(({ passages: _, uploads: __, ...source }) => source),
    // A source with uploads is a document.
    documents: sources
      .filter(({ uploads }) => uploads > 0)
      .map(({ id, organization_id, uploads }) => ({
        id,
        organization_id,
        latest_version: uploads,
      })),
    document_versions: sources.flatMap(({ id: document_id, organization_id, uploads }) =>
      Array.from({ length: uploads }, (_, n) => ({ document_id, organization_id, version: n + 1 })),
    ),
    passages: sources.flatMap(({ id: source_id, organization_id, passages }) =>
      Array.from({ length: passages }, (_, position) => ({
        id: id(),
        organization_id,
        source_id,
        position,
      })),
    ),
    project_notes: sources.filter((source) => source.project_id !== null).map(({ id }) => ({ id })),
    approvals: [
      ...cards.map(({ cited: _, hasLink: __, ...card }) => card),
      ...skills.map(({ approval_id, organization_id, created_by }) => ({
        id: approval_id,
        organization_id,
        kind: "skill_update",
        project_id: null,
        is_restricted: false,
        proposed_by: created_by,
      })),
    ],
    approval_versions: first,
    approval_citations: cards.flatMap(({ id: approval_id, organization_id, cited }) =>
      cited.map((source, index) => ({
        organization_id,
        approval_id,
        number: index + 1,
        source_id: source.id,
      })),
    ),
    approval_events: first,
    weekly_updates: publish("weekly_updates"),
    scope_changes: publish("scope_changes"),
    sow_drafts: publish("sow_drafts"),
    client_readouts: publish("client_readouts"),
    deliverable_releases: publish("deliverable_releases"),
    portal_publications: eachOf(cards, ({ organization_id, project_id, kind, id: approval_id }) => {
      const project = projects.find((item) => item.id === project_id);
      const account = accounts.find((item) => item.id === project?.account_id);
      return project && account && kind in PORTAL
        ? { organization_id, approval_id, project_id: project.id, client_id: account.client_id }
        : undefined;
    }),
    prompt_versions,
    live_prompts: prompt_versions.map(({ id: live_version_id, organization_id, created_by }) => ({
      organization_id,
      live_version_id,
      moved_by: created_by,
    })),
    skills: skills.map(({ id: skill, organization_id }) => ({ id: skill, organization_id })),
    skill_versions: skills.map(({ id: skill_id, ...skill }) => ({ ...skill, skill_id, id: id() })),
    integrations: owners.map(({ organization_id, id: connected_by }) => ({
      organization_id,
      connected_by,
    })),
    sync_streams: streams,
    sync_runs: runs,
    sync_scopes: streams.flatMap(({ id: stream_id, organization_id }) =>
      projects
        .filter((project) => project.organization_id === organization_id)
        .map(({ id: project_id }) => ({ id: id(), organization_id, stream_id, project_id })),
    ),
    sync_dead_letters: runs.map(({ id: run_id, organization_id, stream_id }) => ({
      id: id(),
      organization_id,
      stream_id,
      run_id,
    })),
    external_links: cards
      .filter((card) => card.hasLink)
      .map(({ organization_id, project_id, id: approval_id }) => ({
        organization_id,
        project_id,
        approval_id,
      })),
    calendar_events: recipe.events.map((event) => ({
      id: id(),
      ...projectIds(event.project, organizationOf(event.in)),
    })),
  };
}

/** Whether the members of a project see a source; irrelevant for rows without a project. */
export function isShown(
  source: { is_restricted: boolean; project_id: string | null },
  project: string | null,
): boolean {
  return project === null || (!source.is_restricted && source.project_id === project);
}
