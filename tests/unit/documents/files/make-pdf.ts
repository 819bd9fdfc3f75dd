/** PDFs written by hand, object by object, for content that no library would write. */
import { deflateSync } from "node:zlib";

/** A PDF of these objects, numbered from 1. The content of a stream may be bytes, as Latin-1. */
export function rawPdf(objects: string[], { root = "1 0 R", trailer = "" } = {}): Uint8Array {
  let text = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join("")}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root ${root} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

export const stream = (content: string | Buffer, dictionary = "") =>
  `<< /Length ${content.length} ${dictionary} >>\nstream\n${content.toString("latin1")}\nendstream`;

export const deflatedStream = (content: string | Buffer, dictionary = "") =>
  stream(deflateSync(content), `/Filter /FlateDecode ${dictionary}`);

/** LZW data in which each code unpacks to one byte more than the previous one. */
export function lzwBomb(codes: number): Buffer {
  const bits: string[] = [];
  const put = (code: number, width: number) => bits.push(code.toString(2).padStart(width, "0"));
  let next = 258;
  const widthNow = () => (next + 1 >= 2048 ? 12 : next + 1 >= 1024 ? 11 : next + 1 >= 512 ? 10 : 9);
  put(256, 9);
  put(32, 9);
  for (let n = 0; n < codes; n += 1) {
    put(Math.min(next, 4094), widthNow());
    if (next < 4095) next += 1;
  }
  put(257, 12);
  const all = bits.join("");
  return Buffer.from(
    all.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)) ?? [],
  );
}

export function ascii85(bytes: Buffer): string {
  let text = "";
  for (let offset = 0; offset < bytes.length; offset += 4) {
    let group = Buffer.concat([bytes.subarray(offset, offset + 4), Buffer.alloc(3)]).readUInt32BE(
      0,
    );
    if (group === 0) {
      text += "z";
      continue;
    }
    let letters = "";
    for (let n = 0; n < 5; n += 1) {
      letters = String.fromCharCode(33 + (group % 85)) + letters;
      group = Math.floor(group / 85);
    }
    text += letters;
  }
  return `${text}~>`;
}

interface Options {
  /** Entries to add to the catalog. */
  catalog?: string;
  /** Entries to add to each page. */
  page?: string;
  /** Entries to add to each page's resources. */
  resources?: string;
  /** The font; by default Helvetica. */
  font?: string;
  /** Objects after those of the pages; `first` is the number of the first one. */
  extra?: (first: number) => string[];
}

/** A PDF whose pages have these content streams, written with one font, /F1. */
export function pdfOf(contents: string[], options: Options = {}): Uint8Array {
  const first = 4 + contents.length * 2;
  const kids = contents.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${options.catalog ?? ""} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    options.font ??
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> ${options.resources ?? ""} >> ${options.page ?? ""} >>`,
      deflatedStream(content),
    ]),
    ...(options.extra?.(first) ?? []),
  ]);
}

/** Lines from the top of the page down, 14 points apart; an empty one leaves a gap. */
export function lines(texts: string[], { size = 11, x = 72, y = 720 } = {}): string {
  const operators = texts.map((text) => `(${text.replace(/[()\\]/g, "\\$&")}) Tj T*`).join("\n");
  return `BT /F1 ${size} Tf 14 TL ${x} ${y} Td\n${operators}\nET`;
}

/** A font for any script: the codes of its letters are arbitrary, and a map gives their Unicode text. */
export function unicodeFont(letters: string): { font: string; extra: (first: number) => string[] } {
  const all = [...letters];
  const map = all
    .map((letter, index) => {
      const units = Buffer.from(letter, "utf16le").swap16().toString("hex");
      return `<${hex(index + 1)}> <${units}>`;
    })
    .join("\n");
  const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${all.length} beginbfchar
${map}
endbfchar endcmap end end`;
  return {
    font: "<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>",
    // The object numbers are right for a PDF of one page.
    extra: () => [
      "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 /FontDescriptor 8 0 R >>",
      deflatedStream(cmap),
      "<< /Type /FontDescriptor /FontName /Any /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>",
    ],
  };
}

export function unicodePage(text: string, letters: string): string {
  const codes = [...text].map((letter) => hex([...letters].indexOf(letter) + 1)).join("");
  return `BT /F1 12 Tf 72 700 Td <${codes}> Tj ET`;
}

const hex = (number: number) => number.toString(16).padStart(4, "0");
