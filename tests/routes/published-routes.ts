/** The route index of the published contract: every operation, and whether it needs a user's token. */
export const publishedRoutes = `
  GET       config              public
  GET       spine               user
  POST      chat                user
  POST      chat-stream         user
  POST      search              user
  GET       doc                 user
  POST      doc-upload-session  user
  POST      ingest-doc          user
  GET       document-inventory  user
  GET       inbox               user
  GET,POST  approvals           user
  POST      service-prompt      user
  GET       outcome             user
  POST      estimate-cases      user
  POST      updates/draft       user
  POST      deliverable-drafts  user
  GET,POST  client-portal       user
  GET       whoami              user
  GET       portfolio           user
  GET       portfolio-health    user
  GET,POST  portfolio-import    user
  GET       portfolio-options   user
  POST      portfolio-actions   user
  GET       availability        user
  GET,POST  calendar            user
  GET,POST  inbound-emails      user
  GET       board               demo
  POST      ingest              demo
  GET       status              demo
  POST      meeting-webhook     demo
  POST      research            user
`
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [methods = "", path = "", access = ""] = line.trim().split(/\s+/);
    return methods.split(",").map((method) => ({ method, path, access }));
  });

/** The same list, read from the contract itself. */
export function readRouteIndex(markdown: string): typeof publishedRoutes {
  const index = markdown.split("### Route index")[1]?.split("\n#")[0] ?? "";
  return [...index.matchAll(/^\| ([A-Z, ]+) \| \/api\/(\S+) \|[^|]*\| ([^|]*) \|$/gm)].flatMap(
    ([, methods = "", path = "", callers = ""]) => {
      const access = /demo mode only/i.test(callers)
        ? "demo"
        : callers === "Public"
          ? "public"
          : "user";
      return methods.split(", ").map((method) => ({ method, path, access }));
    },
  );
}
