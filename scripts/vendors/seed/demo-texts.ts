/** Files and emails of the demo month. */
import type { DriveFile, EmailAttachment } from "../records.ts";
import type { Contact, DemoProject } from "./demo-agency.ts";

const GOOGLE_DOCUMENT = "application/vnd.google-apps.document";

/** The brief, which the whole agency reads, and the budget, which few people read. */
export function documentsOf({
  code,
  name,
  client,
  members,
}: DemoProject): Pick<DriveFile, "name" | "mimeType" | "content" | "readers">[] {
  return [
    {
      name: `${code} brief`,
      mimeType: GOOGLE_DOCUMENT,
      content: [
        `# ${name}`,
        `${client} asks Northlight to deliver the project “${name}”.`,
        "## Goals",
        `The result is accepted when the team of ${client} can use it without help from Northlight.`,
        "## Way of working",
        "There is a call every week. Decisions are written down on the same day and sent to everybody.",
      ].join("\n\n"),
      readers: "domain",
    },
    {
      name: `${code} budget.csv`,
      mimeType: "text/csv",
      content: ["phase,hours,rate", "Concept,40,110", "Design,80,110", "Development,160,110"].join(
        "\n",
      ),
      readers: members.slice(0, 1).map((member) => `${member}@demo.test`),
    },
  ];
}

interface DemoEmail {
  daysAgo: number;
  from: Contact;
  subject: string;
  text: string;
  attachments: EmailAttachment[];
}

const attachment = (number: number, filename: string, content: string): EmailAttachment => ({
  id: `33000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
  filename,
  contentType: "text/csv",
  content,
});

export const emailsOf = (): DemoEmail[] => [
  {
    daysAgo: 26,
    from: "henrik",
    subject: "Stock numbers for the new shop",
    text: "Hello Jonas,\n\nour warehouse can send the stock numbers every five minutes. The file is attached.\n\nBest regards\nHenrik",
    attachments: [attachment(1, "stock.csv", "article,stock\nTent 2P,14\nStove S,80\n")],
  },
  {
    daysAgo: 23,
    from: "petra",
    subject: "Emergency numbers",
    text: "Dear Mira,\n\nplease correct the emergency numbers before anything else. Our press office asks about them.\n\nPetra Hallund",
    attachments: [],
  },
  {
    daysAgo: 17,
    from: "tilo",
    subject: "Re: Forty more hours",
    text: "Jonas,\n\nthe board agrees to forty more hours if warranty cases with pictures are live by the end of the year.\n\nTilo",
    attachments: [],
  },
  {
    daysAgo: 12,
    from: "alma",
    subject: "Complaints about offline reading",
    text: "Hello Ilse,\n\nwe had nineteen complaints last week, all of them from trains. When is the new version out?\n\nAlma",
    attachments: [],
  },
  {
    daysAgo: 8,
    from: "rhea",
    subject: "Reviewers for duplicates",
    text: "Dear Ruben,\n\nthe reviewers of each region are in the attached table.\n\nRhea",
    attachments: [
      attachment(2, "reviewers.csv", "region,reviewer\nNorth,A. Lindqvist\nSouth,B. Okonjo\n"),
    ],
  },
  {
    daysAgo: 3,
    from: "henrik",
    subject: "Old addresses for redirects",
    text: "Hello Theo,\n\nattached are the old addresses. There are 912 of them; the first column is the old one.\n\nHenrik",
    attachments: [
      attachment(3, "redirects.csv", "old,new\n/tents.php,/tents\n/stoves.php,/stoves\n"),
    ],
  },
];
