/**
 * The language of a text, ISO 639-1: by its script, or by the frequency of a language's function words. Undefined
 * if neither is conclusive.
 */
export function languageOf(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE).toLowerCase();
  return byScript(sample) ?? bySmallWords(sample);
}

const SAMPLE = 20_000;

const SCRIPTS: [language: string, letters: RegExp][] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
  ["ta", /\p{Script=Tamil}/gu],
  ["hy", /\p{Script=Armenian}/gu],
  ["ru", /\p{Script=Cyrillic}/gu],
];

function byScript(sample: string): string | undefined {
  const letters = count(sample, /\p{L}/gu);
  if (letters === 0 || count(sample, /\p{Script=Latin}/gu) > letters * 0.7) return undefined;
  for (const [language, pattern] of SCRIPTS) {
    // A Han character counts as several letters, and Japanese is written with both.
    const share = count(sample, pattern) / letters;
    if (share < (language === "ja" || language === "zh" ? 0.15 : 0.4)) continue;
    if (language === "ru" && /[іїєґ]/.test(sample)) return "uk";
    if (language === "ru" && /[ђћџљњј]/.test(sample)) return "sr";
    if (language === "ar" && count(sample, /[پچژگی]/g) > letters * 0.03) return "fa";
    return language;
  }
  return undefined;
}

const SMALL_WORDS: Record<string, string> = {
  en: "the of and to in is that for it with as was on be by this are from or which have not will shall",
  de: "der die und das den von zu mit sich des auf für ist im dem nicht ein eine als auch es an werden aus wird",
  fr: "le la les et des une du dans que est pour qui sur pas au avec ce il sont par plus ne nous vous aux",
  es: "el la de que y los del las por con una para es al lo como más pero sus su está son entre sobre",
  it: "il di che la della per una sono con del non dei le gli alla nel anche più come è delle dalla questo",
  pt: "o que do da em um para com não uma os no se na por mais as dos como mas ao ele das é são pelo",
  nl: "de het een van en in is dat op te zijn met voor niet aan er om door ook als naar bij wordt deze",
  sv: "och att det som en på är av för med till den har inte om ett men var från vi kan ska eller",
  da: "og at det er en til af på med for den som ikke der de har et om var vi kan skal fra ved",
  no: "og det er en til av på med for som ikke den har et om var vi kan skal fra seg eller også ble",
  fi: "ja on että ei se oli hän ovat mutta kun niin tai ole joka sekä myös mukaan voi kuin tämä olla",
  pl: "i w na z się nie do to że jest o jak po co za od przez dla przy są oraz który być lub",
  cs: "a se na že je v s z o do to jako pro ve by za ale jsou nebo podle při jeho který také po",
  hu: "a az és hogy nem is egy van ez csak de meg mint el már volt vagy ha kell azt lesz szerint",
  ro: "și de în la cu a care nu pe este din pentru un o că sau mai prin sunt fi ale cele din se",
  tr: "ve bir bu da de için ile olarak çok daha olan gibi en kadar sonra ama veya ise her olduğu",
  id: "yang dan di dari untuk dengan ini pada itu tidak dalam adalah akan oleh ke atau juga telah dapat",
};

const languagesOf = new Map<string, string[]>();
for (const [language, words] of Object.entries(SMALL_WORDS)) {
  for (const word of new Set(words.split(" "))) {
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
  }
}

function bySmallWords(sample: string): string | undefined {
  const counts = new Map<string, number>();
  const words = sample.match(/\p{L}+/gu) ?? [];
  for (const word of words) {
    const languages = languagesOf.get(word) ?? [];
    // A word that several languages share counts less for each.
    for (const language of languages) {
      counts.set(language, (counts.get(language) ?? 0) + 1 / languages.length);
    }
  }
  const [best, second] = [...counts].sort(([, a], [, b]) => b - a);
  if (!best || best[1] < Math.max(1.5, words.length * 0.04)) return undefined;
  return best[1] > (second?.[1] ?? 0) * 1.1 ? best[0] : undefined;
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
