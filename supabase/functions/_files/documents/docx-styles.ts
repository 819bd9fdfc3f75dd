import { attribute, isOn, type OfficeArchive } from "../office-archive.ts";

export interface DocxStyle {
  /** The level of a heading, from 1. */
  level?: number;
  isTitle?: boolean;
  isHidden?: boolean;
}

interface NamedStyle extends DocxStyle {
  basedOn?: string;
}

/** The paragraph properties of a document's styles, by id, with inherited ones. */
export async function docxStyles(
  archive: OfficeArchive,
  part: string,
): Promise<Map<string, DocxStyle>> {
  const styles = new Map<string, NamedStyle>();
  let style: NamedStyle | undefined;
  await archive.parse(part, {
    open(name, attributes) {
      if (name === "style") {
        style = {};
        styles.set(attribute(attributes, "styleId") ?? "", style);
      }
      if (!style) return;
      const value = attribute(attributes, "val") ?? "";
      if (name === "name") {
        const level = /^heading ([1-9])$/i.exec(value)?.[1];
        if (level) style.level = Number(level);
        if (/^(?:title|subtitle)$/i.test(value)) style.isTitle = true;
      } else if (name === "basedOn") style.basedOn = value;
      else if (name === "outlineLvl") style.level ??= outlineLevel(value);
      else if (name === "vanish") style.isHidden = isOn(attributes);
    },
    close(name) {
      if (name === "style") style = undefined;
    },
  });
  return new Map([...styles.keys()].map((id) => [id, withInheritance(styles, id)]));
}

function withInheritance(styles: Map<string, NamedStyle>, id: string): DocxStyle {
  const style: DocxStyle = {};
  let next: string | undefined = id;
  // A crafted file may have a style that is based on itself.
  for (let depth = 0; next !== undefined && depth < 20; depth += 1) {
    const namedStyle: NamedStyle | undefined = styles.get(next);
    style.level ??= namedStyle?.level;
    style.isTitle ??= namedStyle?.isTitle;
    style.isHidden ??= namedStyle?.isHidden;
    next = namedStyle?.basedOn;
  }
  return style;
}

/** As a heading's level, from 1; undefined for body text. */
export function outlineLevel(value: string): number | undefined {
  return /^[0-8]$/.test(value) ? Number(value) + 1 : undefined;
}
