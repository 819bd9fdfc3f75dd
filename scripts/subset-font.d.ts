/** Types for the part of subset-font that is used here, because the package has none. */
declare module "subset-font" {
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options: { targetFormat: "woff"; noHinting: boolean; noLayoutClosure: boolean },
  ): Promise<Buffer>;
}
