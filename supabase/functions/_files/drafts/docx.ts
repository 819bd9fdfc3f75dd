import { Document, HeadingLevel, Packer, Paragraph } from "docx";
import { type ApprovedDraft, factsOf, paragraphsOf, revisionsOf } from "./content.ts";

/** The approved draft as a Word document. */
export async function draftAsDocx(draft: ApprovedDraft): Promise<Uint8Array> {
  const revisions = revisionsOf(draft);
  const sections = [
    ...draft.sections.map(({ heading, body }) => ({ heading, lines: paragraphsOf(body) })),
    ...(revisions.length > 0
      ? [
          {
            heading: "Revision history",
            lines: revisions.map((text) => ({ text, isEntry: true })),
          },
        ]
      : []),
  ];
  const document = new Document({
    title: draft.title,
    creator: draft.agency,
    sections: [
      {
        children: [
          new Paragraph({ text: draft.title, heading: HeadingLevel.TITLE }),
          new Paragraph({ text: factsOf(draft) }),
          ...sections.flatMap(({ heading, lines }) => [
            new Paragraph({ text: heading, heading: HeadingLevel.HEADING_1 }),
            ...lines.map(({ text, isEntry }) =>
              isEntry ? new Paragraph({ text, bullet: { level: 0 } }) : new Paragraph({ text }),
            ),
          ]),
        ],
      },
    ],
  });
  return new Uint8Array(await (await Packer.toBlob(document)).arrayBuffer());
}
