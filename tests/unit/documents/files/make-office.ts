/** Word documents and presentations written by hand, part by part. */
import { type Part, zip } from "../../portfolio/workbooks.ts";

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
const P = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${relations}"`;

export function relationsPart(of: string, targets: [type: string, target: string][]): Part {
  const [, folder = "", file = ""] = /^(.*\/)?([^/]*)$/.exec(of) ?? [];
  const list = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  );
  return {
    name: `${folder}_rels/${file}.rels`,
    content: `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join("")}</Relationships>`,
  };
}

const contentTypes: Part = {
  name: "[Content_Types].xml",
  content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
};

const STYLES = `<w:styles ${W}>
<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>
<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/><w:basedOn w:val="berschrift2"/></w:style>
<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>
<w:style w:type="character" w:styleId="Ghost"><w:name w:val="Ghost"/><w:rPr><w:vanish/></w:rPr></w:style>
</w:styles>`;

/** The parts of a Word document with this body. */
export function docxParts(body: string, { footnotes = "", extra = [] as Part[] } = {}): Part[] {
  return [
    contentTypes,
    relationsPart("", [["officeDocument", "word/document.xml"]]),
    relationsPart("word/document.xml", [
      ["styles", "styles.xml"],
      ["footnotes", "footnotes.xml"],
    ]),
    { name: "word/styles.xml", content: STYLES },
    { name: "word/footnotes.xml", content: `<w:footnotes ${W}>${footnotes}</w:footnotes>` },
    {
      name: "word/document.xml",
      content: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
    },
    ...extra,
  ];
}

export const docx = (body: string, options = {}) => zip(docxParts(body, options));

export const run = (text: string, properties = "") =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

export const paragraph = (content: string, style = "") =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${content.startsWith("<") ? content : run(content)}</w:p>`;

export const row = (...cells: string[]) =>
  `<w:tr>${cells.map((cell) => `<w:tc>${cell.startsWith("<") ? cell : paragraph(cell)}</w:tc>`).join("")}</w:tr>`;

interface Slide {
  title?: string;
  shapes?: string;
  notes?: string;
  attributes?: string;
}

const textBody = (texts: string[], letters: string) =>
  `<p:txBody>${texts.map((text) => `<a:p><a:r>${letters && `<a:rPr>${letters}</a:rPr>`}<a:t>${text}</a:t></a:r></a:p>`).join("")}</p:txBody>`;

export const shape = (
  texts: string[],
  { properties = "", position = "", holder = "", fill = "", letters = "" } = {},
) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="S" ${properties}/><p:nvPr>${holder && `<p:ph type="${holder}"/>`}</p:nvPr></p:nvSpPr><p:spPr>${position && `<a:xfrm>${position}</a:xfrm>`}${fill}</p:spPr>${textBody(texts, letters)}</p:sp>`;

/** A master with this in its `cSld`, on white paper as most are, and a layout that adds nothing. */
const masterParts = (master: string): Part[] => [
  {
    name: "ppt/layouts/layout.xml",
    content: `<p:sldLayout ${P}><p:cSld><p:spTree/></p:cSld></p:sldLayout>`,
  },
  relationsPart("ppt/layouts/layout.xml", [["slideMaster", "../master.xml"]]),
  {
    name: "ppt/master.xml",
    content: `<p:sldMaster ${P}><p:cSld>${master}</p:cSld><p:clrMap bg1="lt1" tx1="dk1"/></p:sldMaster>`,
  },
  relationsPart("ppt/master.xml", [["theme", "theme.xml"]]),
  {
    name: "ppt/theme.xml",
    content: `<a:theme ${P}><a:themeElements><a:clrScheme name="Office"><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1></a:clrScheme></a:themeElements></a:theme>`,
  },
];

/** A presentation that shows its slides in this order; the parts are numbered the other way round. */
export function pptx(slides: Slide[], leaveOut: string[] = [], master = ""): Uint8Array {
  const partOf = (index: number) => `slide${slides.length - index}.xml`;
  const parts: Part[] = [
    contentTypes,
    relationsPart("", [["officeDocument", "ppt/presentation.xml"]]),
    relationsPart(
      "ppt/presentation.xml",
      slides.map((_, index) => ["slide", `slides/${partOf(index)}`]),
    ),
    {
      name: "ppt/presentation.xml",
      content: `<p:presentation ${P}><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join("")}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    },
    ...(master === "" ? [] : masterParts(master)),
    ...slides.flatMap(({ title, shapes = "", notes, attributes = "" }, index) => [
      {
        name: `ppt/slides/${partOf(index)}`,
        content: `<p:sld ${P} ${attributes}><p:cSld><p:spTree>${shapes}${title === undefined ? "" : shape([title], { holder: "title" })}</p:spTree></p:cSld></p:sld>`,
      },
      relationsPart(`ppt/slides/${partOf(index)}`, [
        ...(master === "" ? [] : [["slideLayout", "../layouts/layout.xml"] as [string, string]]),
        ...(notes === undefined
          ? []
          : [["notesSlide", `../notesSlides/notes${index}.xml`] as [string, string]]),
      ]),
      {
        name: `ppt/notesSlides/notes${index}.xml`,
        content: `<p:notes ${P}>${notes === undefined ? "" : shape([notes], { holder: "body" })}${shape(["7"], { holder: "sldNum" })}</p:notes>`,
      },
    ]),
  ];
  return zip(parts.filter(({ name }) => !leaveOut.includes(name)));
}
