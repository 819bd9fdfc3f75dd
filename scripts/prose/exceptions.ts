/** Sentences that a pattern finds and a reviewer has accepted: the file, and the sentence or part of it. */
export const exceptions: { file: string; text: string }[] = [
  { file: ".github/CONTRIBUTING.md", text: "*Stands*, *holds* and *tells* do not replace" },
  { file: ".github/CONTRIBUTING.md", text: "212.5 stands nowhere in what was looked at" },
  { file: ".github/CONTRIBUTING.md", text: "Nobody has told how this project is doing yet." },
  {
    file: ".github/CONTRIBUTING.md",
    text: "No sentence begins with *of*, *what*, *whoever* or *nobody*",
  },
  { file: ".github/CONTRIBUTING.md", text: "not *anew*, *for ever* and *whoever*" },
  { file: "docs/GLOSSARY.md", text: "caller (that may be a key), whoever asks" },
  { file: "docs/GLOSSARY.md", text: "proof, what it rests on" },
  { file: "docs/GLOSSARY.md", text: "put in force" },
  // Content of a fixture, not the name of a test.
  {
    file: "supabase/tests/portfolio/get_hours/adds_up_hours_in_scope.test.sql",
    text: "and 0",
  },
  {
    file: "supabase/tests/approvals/cited_passage/finds_the_quoted_passage.test.sql",
    text: "and goes on",
  },
  {
    file: "supabase/tests/knowledge/search_passages/ranks_and_reindexes.test.sql",
    text: "and more filler",
  },
];
