/** The parts of a web page that its own styles hide from readers. External stylesheets are not fetched. */

export interface PageStyles {
  /** `.name` and `#name` selectors that a style of the page hides. */
  hiddenSelectors: Set<string>;
  /** Whether the styles may color backgrounds, so that white text may be visible. */
  mayColor: boolean;
}

export function pageStyles(html: string): PageStyles {
  const css = stylesIn(html);
  const hiddenSelectors = new Set<string>();
  for (const { selectors, declarations } of rulesOf(css)) {
    if (!hides(declarations)) continue;
    for (const selector of selectors.split(",")) {
      const name = /^\s*(?:[a-z]+[1-6]?)?([.#][\w-]{1,100})\s*$/i.exec(selector)?.[1];
      if (name) hiddenSelectors.add(name);
    }
  }
  const mayColor = /\bbackground|@import/i.test(css) || /<link\b[^<>]{0,500}stylesheet/i.test(html);
  return { hiddenSelectors, mayColor };
}

const MAX_CSS = 500_000;

function stylesIn(html: string): string {
  const lower = html.toLowerCase();
  let css = "";
  for (let start = lower.indexOf("<style"); start >= 0 && css.length < MAX_CSS; ) {
    const end = lower.indexOf("</style", start);
    if (end < 0) break;
    const style = html.slice(start, end);
    css += `${style.slice(style.indexOf(">") + 1)}\n`;
    start = lower.indexOf("<style", end);
  }
  return css.slice(0, MAX_CSS);
}

/** The unconditional rules, without those inside media queries and other conditions. */
function* rulesOf(css: string): Generator<{ selectors: string; declarations: string }> {
  let depth = 0;
  let from = 0;
  let selectors = "";
  for (let at = 0; at < css.length; at += 1) {
    const letter = css[at];
    if (letter === "{") {
      if (depth === 0)
        selectors = css
          .slice(from, at)
          .replace(/^[^;]*;/, "")
          .trim();
      depth += 1;
      if (depth === 1) from = at + 1;
    } else if (letter === "}" && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      if (!selectors.startsWith("@")) yield { selectors, declarations: css.slice(from, at) };
      from = at + 1;
    }
  }
}

/** Whether an element's own attributes hide it. */
export function isHiddenElement(attributes: Record<string, string>, styles: PageStyles): boolean {
  if ("hidden" in attributes && attributes["hidden"] !== "until-found") return true;
  if (attributes["style"] && hides(attributes["style"])) return true;
  if (styles.hiddenSelectors.size === 0) return false;
  if (attributes["id"] && styles.hiddenSelectors.has(`#${attributes["id"]}`)) return true;
  const classes = attributes["class"]?.split(/\s+/, 50) ?? [];
  return classes.some((name) => styles.hiddenSelectors.has(`.${name}`));
}

const HIDES =
  /(?:^|[;{\s])(?:display:none|visibility:(?:hidden|collapse)|font-size:0*\.?0*(?:px|pt|em|rem|%)?(?:[;!]|$)|opacity:0*\.?0*(?:[;!]|$)|(?:text-indent|left|top|margin-left):-\d{3,}|clip:rect\(0|color:transparent)/i;
const FLAT = /(?:^|[;{\s])(?:max-)?(?:height|width):0(?:px)?(?:[;!]|$)/i;

function hides(declarations: string): boolean {
  const style = declarations
    .slice(0, 2000)
    .replace(/\s*([:;])\s*/g, "$1")
    .trim();
  return HIDES.test(style) || (FLAT.test(style) && /overflow:hidden/i.test(style));
}

const WHITE =
  /(?:^|[;\s])color:(?:#f[\da-f]f[\da-f]f[\da-f]\b|#fff\b|white\b|rgba?\(25[45],25[45],25[45])/i;

export function isWhite({ style, color }: Record<string, string>): boolean {
  const css = style?.slice(0, 2000).replace(/\s+/g, "") ?? "";
  return WHITE.test(css) || /^(?:#fff|#ffffff|white)$/i.test(color ?? "");
}

export function hasBackground({ style, bgcolor, background }: Record<string, string>): boolean {
  return bgcolor !== undefined || background !== undefined || /background/i.test(style ?? "");
}
