/** The used part of subset-font, because the package has no types. */
declare module "subset-font" {
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options: { targetFormat: "woff"; noHinting: boolean; noLayoutClosure: boolean },
  ): Promise<Buffer>;
}
