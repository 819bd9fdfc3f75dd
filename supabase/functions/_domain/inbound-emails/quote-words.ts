/** The words with which email programs introduce, head and separate quotes. Each language is a line. */

/** The line above a quote, such as "On 3 Nov 2026 at 10:15, Ana <ana@client.example> wrote:". */
const INTRODUCTIONS = [
  /^(?:On|At)\b.*\bwrote\s*:$/,
  /^Am\b.*\bschrieb\b.*:$/,
  /^Le\b.*\ba écrit\s*:$/,
  /^El\b.*\bescribió\s*:$/,
  /^(?:Il|In data)\b.*\bha scritto\s*:$/,
  /^Op\b.*\b(?:schreef\b.*|geschreven\s*):$/,
  /^(?:W dniu|Dnia)\b.*\b(?:napisał|napisała|napisał\(a\)|pisze)\s*:$/,
  /^(?:Em|No dia|A)\b.*\bescreveu\s*:$/,
  /^(?:Den|På)\b.*\bskrev\b.*:$/,
];

const ADDRESS = /<[^<>\s@]{1,100}@[^<>\s]{1,200}>/;
const TIME = /\d{1,2}\s?[:.h]\s?\d{2}/;
const YEAR = /(?:19|20)\d\d/;

/** A line that introduces a quote. `dated` has no address: it counts only with quoted lines below it. */
export function introductionOf(line: string): "known" | "dated" | undefined {
  if (!/[:：]$/.test(line) || !(YEAR.test(line) || TIME.test(line))) return undefined;
  if (INTRODUCTIONS.some((form) => form.test(line))) return "known";
  return hasFormOfIntroduction(line) ? "known" : DATED_LINE.test(line) ? "dated" : undefined;
}

/** In any language: a day and a time before or after an address. */
function hasFormOfIntroduction(line: string): boolean {
  const address = ADDRESS.exec(line);
  if (!address || !YEAR.test(line) || !TIME.test(line)) return false;
  const before = line.slice(0, address.index);
  const after = line.slice(address.index + address[0].length);
  if (TIME.test(before)) return /^(?:\p{L}{1,12}\.?,?\s+)?\d/u.test(before) && after.length <= 31;
  return before.length <= 80 && !/[.!?]/.test(before) && TIME.test(after) && after.length <= 80;
}

const DATED_LINE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\.?\s+\d{1,2}[:.]\d{2}\D[^<>]{0,150}[:：]$/;

const words = (list: string) => new RegExp(String.raw`^[\s*]{0,8}(?:${list})\s*:\*{0,2}\s*(.*)$`);

export const LABELS = {
  from: words("From|Von|De|Da|Van|Od|Fra|Från|Lähettäjä|От"),
  /** Words that occur only in headers. */
  sent: words(
    "Sent|Gesendet|Envoyé(?: le)?|Enviado(?: el| em)?|Enviada em|Inviato|Verzonden(?: op)?|Wysłan[oey]|Sendt|Skickat|Lähetetty|Отправлено",
  ),
  /** Words that occur in memos as well. */
  date: words("Date|Datum|Fecha|Data|Dato|Дата"),
  to: words("To|An|À|A|Para|Aan|Do|Til|Till|Кому"),
  subject: words(
    "Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp|Temat|Assunto|Emne|Ämne|Aihe|Тема",
  ),
};

/** Between two rows of hyphens. */
export const DIVIDERS = new RegExp(
  `^(?:${[
    "Original (?:Message|Appointment)|Forwarded message",
    "Ursprüngliche Nachricht|Original-?[Nn]achricht|Weitergeleitete Nachricht",
    "Message (?:d['’]origine|original|transféré)|Courriel original",
    "Mensaje (?:original|reenviado)",
    "Messaggio (?:originale|inoltrato)",
    "(?:Oorspronkelijk|Origineel|Doorgestuurd) bericht",
    "(?:Wiadomość|Oryginalna|Przekazana) (?:oryginalna|przekazana|wiadomość)",
    "Mensagem (?:original|encaminhada|reencaminhada)",
    "Oprindelig (?:meddelelse|besked)|Opprinnelig melding|Ursprungligt meddelande",
    "Исходное сообщение|Пересылаемое сообщение",
  ].join("|")})$`,
  "i",
);

/** Apple Mail's line above a forwarded message. */
export const FORWARDS = new RegExp(
  `^(?:${[
    "Begin forwarded message",
    "Anfang der weitergeleiteten Nachricht",
    "Début du message (?:réexpédié|transféré)",
    "Inicio del mensaje reenviado",
    "Inizio messaggio inoltrato",
    "Begin doorgestuurd bericht",
    "Początek przekazywanej wiadomości",
    "Início da mensagem (?:reencaminhada|encaminhada)",
  ].join("|")})\\s*:$`,
  "i",
);

/** A line that a phone adds, such as "Sent from my iPhone". It does not end like a sentence. */
export const SENT_FROM = new RegExp(
  `^(?:${[
    "Sent (?:from|via|with)|Get Outlook for",
    "Gesendet (?:von|mit)|Von meinem \\S{1,20} gesendet",
    "Envoyé (?:de|depuis|à partir de)",
    "Enviado (?:desde|con|a partir)",
    "Inviato da",
    "Verzonden (?:vanaf|vanuit|met|van)",
    "Wysłan[eo] z",
    "Enviado (?:do|pelo|de)",
    "Sendt fra|Skickat från|Lähetetty|Отправлено (?:с|из)",
  ].join("|")})\\b[^.!?,:;]{0,60}(?:<[^<>\\s]{1,300}>|\\(https?:[^()\\s]{1,300}\\))?$`,
);
