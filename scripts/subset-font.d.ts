/** Types for the used part of subset-font, which has none. */
declare module "subset-font" {
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options: { targetFormat: "woff"; noHinting: boolean; noLayoutClosure: boolean },
  ): Promise<Buffer>;
}
