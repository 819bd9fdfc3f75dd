/** Sentences that a model could invent: each has one number, date or name without a source. */

export type Language = "en" | "de";

export interface Claim {
  /** Such as "percentage". */
  shape: string;
  sentence: string;
  /** The invented words. */
  words: string;
}

const firstNames = ["Oluwaseun", "Marit", "Thaddeus", "Ilse", "Bronwen", "Kasimir"];
const surnames = ["Vandersloot", "Achterberg", "Okonkwo", "Szymanski", "Lindqvist", "Haverkamp"];

// No date of the evidence is on these days, in these months or in this year.
const days = {
  en: ["Tuesday", "Wednesday", "Thursday", "Friday"],
  de: ["Dienstag", "Mittwoch", "Donnerstag", "Freitag"],
};
const months = {
  en: ["January", "May", "July", "September"],
  de: ["Januar", "Mai", "Juli", "September"],
};
const tens = {
  en: ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
  de: ["dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"],
};
const units = {
  en: ["three", "four", "six", "eight", "nine"],
  de: ["drei", "vier", "sechs", "acht", "neun"],
};
const ordinals = {
  en: ["seventh", "eleventh", "twelfth", "thirteenth", "nineteenth"],
  de: ["siebte", "elfte", "zwölfte", "dreizehnte", "neunzehnte"],
};

/** Draws a claim of each shape in a language. */
export function inventedClaims(language: Language, random: () => number): Claim[] {
  const integer = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const oneOf = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const small = () => String(integer(31, 97));
  const large = () => [integer(11, 98), String(integer(101, 989))] as const;
  const year = () => String(integer(2031, 2039));
  const day = () => String(integer(11, 27));
  const name = () => `${oneOf(firstNames)} ${oneOf(surnames)}`;
  const claim = (shape: string, words: string, [before, after]: readonly [string, string]) => ({
    shape,
    words,
    sentence: `${before}${words}${after}`,
  });
  if (language === "en") {
    return [
      claim("digits", small(), ["The team closed ", " tickets."]),
      claim("digits", small(), ["There were ", " visitors at the test."]),
      claim("thousands", large().join(","), ["The site had ", " visitors."]),
      claim("decimal", `${integer(11, 29)}.${integer(3, 9)}`, ["The pages load in ", " seconds."]),
      claim("percentage", `${small()}%`, ["The error rate fell by ", "."]),
      claim("percentage", `${small()} percent`, ["The tests cover ", " of the pages."]),
      claim("money", `€${large().join(",")}`, ["The change costs ", "."]),
      claim("money", `EUR ${large().join("")}`, ["The new price is ", "."]),
      claim("money", `$${small()}k`, ["We saved ", " with this change."]),
      claim("words", `${oneOf(tens.en)}-${oneOf(units.en)}`, ["We resolved ", " problems."]),
      claim("words", oneOf(["seventeen", "nineteen", "fourteen"]), ["We wrote ", " new pages."]),
      claim("ordinal", `${integer(4, 9)}4th`, ["This is the ", " release."]),
      claim("ordinal", oneOf(ordinals.en), ["This was the ", " meeting about the design."]),
      claim("date", `${year()}-0${integer(4, 9)}-${day()}`, ["The launch is on ", "."]),
      claim("date", `${day()} ${oneOf(months.en)} ${year()}`, ["We will deliver on ", "."]),
      claim("date", `${oneOf(months.en)} ${day()}, ${year()}`, ["The contract ends on ", "."]),
      claim("date", `${day()}.0${integer(4, 9)}.${year()}`, ["The next review is on ", "."]),
      claim("month", `${oneOf(months.en)} ${year()}`, ["The work ends in ", "."]),
      claim("weekday", oneOf(days.en), ["The new design arrives on ", "."]),
      claim("relative day", `next ${oneOf(days.en)}`, ["We will show the result ", "."]),
      claim("name", name(), ["We agreed on the layout with ", "."]),
      claim("name", `Ms ${oneOf(surnames)}`, ["The open questions are with ", "."]),
    ];
  }
  return [
    claim("digits", small(), ["Wir haben ", " Fehler behoben."]),
    claim("thousands", large().join("."), ["Die Seite hatte ", " Besucher."]),
    claim("decimal", `${integer(11, 29)},${integer(3, 9)}`, ["Die Seiten laden in ", " Sekunden."]),
    claim("percentage", `${small()} %`, ["Die Zahl der Fehler sank um ", "."]),
    claim("percentage", `${small()} Prozent`, ["Die Tests prüfen ", " der Seiten."]),
    claim("money", `${large().join(".")} Euro`, ["Die Änderung kostet ", "."]),
    claim("money", `${large().join(".")},50 €`, ["Der neue Preis ist ", "."]),
    claim("words", `${oneOf(units.de)}und${oneOf(tens.de)}`, ["Wir haben ", " Probleme gelöst."]),
    claim("words", oneOf(["siebzehn", "neunzehn", "vierzehn"]), ["Wir haben ", " Seiten gebaut."]),
    claim("ordinal", `${integer(4, 9)}4. Version`, ["Das ist die ", "."]),
    claim("ordinal", oneOf(ordinals.de), ["Das ist die ", " Version der Seite."]),
    claim("date", `${day()}. ${oneOf(months.de)} ${year()}`, ["Wir liefern am ", "."]),
    claim("date", `${day()}.0${integer(4, 9)}.${year()}`, ["Der Vertrag endet am ", "."]),
    claim("month", `${oneOf(months.de)} ${year()}`, ["Die Arbeit endet im ", "."]),
    claim("weekday", oneOf(days.de), ["Der neue Entwurf kommt am ", "."]),
    claim("relative day", `nächsten ${oneOf(days.de)}`, ["Wir zeigen das Ergebnis am ", "."]),
    claim("name", name(), ["Wir haben den Entwurf mit ", " abgestimmt."]),
    claim("name", `Frau ${oneOf(surnames)}`, ["Die offenen Fragen sind bei ", "."]),
  ];
}
