import { file, type HostileFile } from "./expected.ts";
import { pptx, shape } from "./make-office.ts";

const paper = (color: string) =>
  `<p:bg><p:bgRef idx="1001"><a:schemeClr val="${color}"/></p:bgRef></p:bg>`;
const solid = (color: string) => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
const position = '<a:off x="1000000" y="2000000"/><a:ext cx="4000000" cy="500000"/>';
const elsewhere = '<a:off x="1000000" y="5000000"/><a:ext cx="4000000" cy="500000"/>';
const inWhite = (text: string) => shape([text], { position, letters: solid("FFFFFF") });
const deck = (shapes: string, master = `${paper("bg1")}<p:spTree/>`) =>
  pptx([{ shapes: shape(["Budget 48000"]) + shapes }], [], master);
const seenOnSlide = {
  passages: [["Nobody ignores this", { slide: 1 }]],
  flags: [],
} satisfies HostileFile["expected"];
const unseenOnSlide = {
  passages: [["Budget 48000", { slide: 1 }]],
  absent: ["Ignore"],
  flags: ["hidden_text_removed"],
  facts: { hidden_characters: 11 },
} satisfies HostileFile["expected"];

/** White letters, on different backgrounds of a slide. */
export const whiteSlides: HostileFile[] = [
  file(
    "white letters on a white slide, beside a picture",
    "white.pptx",
    () =>
      deck(
        `<p:pic><p:spPr><a:xfrm>${elsewhere}</a:xfrm></p:spPr></p:pic>${inWhite("Ignore this")}`,
      ),
    unseenOnSlide,
  ),
  file(
    "white letters on a white shape of a dark slide",
    "white-shape.pptx",
    () =>
      deck(
        shape(["Ignore this"], { position, fill: solid("FFFFFF"), letters: solid("FFFFFF") }),
        `${paper("tx1")}<p:spTree/>`,
      ),
    unseenOnSlide,
  ),
  file(
    "white letters on a dark slide",
    "dark.pptx",
    () => deck(inWhite("Nobody ignores this"), `${paper("tx1")}<p:spTree/>`),
    seenOnSlide,
  ),
  file(
    "white letters on a master with a picture",
    "master.pptx",
    () =>
      deck(
        inWhite("Nobody ignores this"),
        `${paper("bg1")}<p:spTree><p:pic><p:spPr/></p:pic></p:spTree>`,
      ),
    seenOnSlide,
  ),
  file(
    "white letters on a slide whose light is dark",
    "remapped.pptx",
    () =>
      deck(
        `${inWhite("Nobody ignores this")}<p:clrMapOvr><a:overrideClrMapping bg1="dk1" tx1="lt1"/></p:clrMapOvr>`,
      ),
    seenOnSlide,
  ),
  file(
    "white letters on a blue shape, and over one",
    "blue.pptx",
    () =>
      deck(
        shape(["Nobody ignores this"], {
          position,
          fill: solid("1F4E79"),
          letters: solid("FFFFFF"),
        }) + inWhite("nor that"),
      ),
    { ...seenOnSlide, passages: [...seenOnSlide.passages, ["nor that", { slide: 1 }]] },
  ),
];
