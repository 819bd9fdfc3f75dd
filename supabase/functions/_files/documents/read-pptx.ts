import type { Json } from "../../_schema/database.types.ts";
import type { Clock } from "../limits.ts";
import { attribute, OfficeArchive } from "../office-archive.ts";
import { UnreadableFile } from "../unreadable.ts";
import type { Batch, ReadableFile } from "./reading.ts";
import { type Background, backgroundOf, PAINTED_BACKGROUND } from "./slide-colors.ts";
import { type SlideSize, SlideText } from "./slide-text.ts";
import type { Block } from "./split.ts";

const MAX_SLIDES = 2_000;

/** Reads a presentation: the slides in their order, each with its title and notes. */
export async function* readPptx(
  { bytes }: ReadableFile,
  from: Json | null,
  clock: Clock,
): AsyncGenerator<Batch> {
  const archive = new OfficeArchive(bytes, clock);
  const { slides, size } = await slidesOf(archive);
  if (slides.length > MAX_SLIDES) throw tooManySlides(slides.length);
  const backgrounds = new Map<string, Background>();
  const first = typeof from === "number" ? from : 0;
  for (let index = first; index < slides.length; index += 1) {
    clock.check();
    const slide = await readSlide(archive, slides[index] ?? "", index + 1, size, backgrounds);
    yield {
      ...slide,
      next: index + 1 < slides.length ? index + 1 : null,
      done: index + 1,
      total: slides.length,
      facts: { slides: slides.length },
    };
  }
  if (slides.length === 0) yield { blocks: [], next: null, done: 0, total: 0 };
}

async function slidesOf(archive: OfficeArchive): Promise<{ slides: string[]; size: SlideSize }> {
  const main = await archive.mainPart();
  const targets = new Map((await archive.relations(main)).map(({ id, target }) => [id, target]));
  const slides: string[] = [];
  const size = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };
  await archive.parse(main, {
    open(name, attributes) {
      if (name === "sldId") {
        // The attribute `id` is the slide's number. The attribute with a prefix, such as `r:id`, refers to the part.
        const key = Object.keys(attributes).find((qualifiedName) => qualifiedName.endsWith(":id"));
        const target = key === undefined ? undefined : targets.get(attributes[key] ?? "");
        if (target) slides.push(target);
      } else if (name === "sldSz") {
        size.width = Number(attribute(attributes, "cx")) || size.width;
        size.height = Number(attribute(attributes, "cy")) || size.height;
      }
    },
  });
  return { slides, size };
}

async function readSlide(
  archive: OfficeArchive,
  part: string,
  number: number,
  size: SlideSize,
  backgrounds: Map<string, Background>,
): Promise<{ blocks: Block[]; hidden: number; leftOut: boolean }> {
  const relations = await archive.relations(part);
  const targetOf = (type: string) => relations.find((relation) => relation.type === type)?.target;
  const layout = targetOf("slideLayout") ?? "";
  const background = backgrounds.get(layout) ?? (await backgroundOf(archive, part));
  backgrounds.set(layout, background);
  let slide = new SlideText(size, background);
  if (!(await archive.parse(part, slide))) throw new UnreadableFile("corrupt");
  if (slide.isRemapped && slide.hidden > 0) {
    slide = new SlideText(size, PAINTED_BACKGROUND);
    await archive.parse(part, slide);
  }
  if (slide.isSkipped) return { blocks: [], hidden: 0, leftOut: true };
  const notes = new SlideText(size, PAINTED_BACKGROUND);
  const notesPart = targetOf("notesSlide");
  if (notesPart !== undefined) await archive.parse(notesPart, notes);
  const heading = slide.title === undefined ? {} : { heading: slide.title };
  const blocks = [...slide.paragraphs, ...notes.notes].map((text, index) => ({
    text,
    location: { slide: number, ...heading },
    ...(index === 0 ? { startsSection: true } : {}),
  }));
  return { blocks, hidden: slide.hidden + notes.hidden, leftOut: false };
}

function tooManySlides(count: number): UnreadableFile {
  return new UnreadableFile(
    "too_large",
    `The presentation has ${count} slides, more than ${MAX_SLIDES}. Split it and upload the parts.`,
  );
}
