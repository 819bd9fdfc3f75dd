/** The words with which email programs introduce, head and separate quotes. Each language has a line. */

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

/** In these languages, a line must have a year and a time to be an introduction. */
const DATED_INTRODUCTIONS = [
  /^(?:Στις|Στην|Την)\s.*\s(?:έγραψε|έγραψαν)\s*:$/,
  /^(?:Pe|În|La)\s.*\sa scris\s*:$/,
  /^На\s.*\s(?:написа|пише)\s*:$/,
  /^(?:בתאריך|ב-|ביום).*(?:מאת\s[^:]*|כתבה?|כתב\/ה)\s*:$/,
  /^في\s.*(?:بواسطة|كتبت?|كتب\/كتبت)\s?.*:$/,
  /^(?:Dne|Dňa|\p{L}{2,3})\s+\d.*\s(?:napsala?|napsal[(/]a\)?|napísala?|napísal[(/]a\)?)\s*:$/u,
  /^.*\s(?:şunu|şunları)\s+yazdı\s*:$/,
  /^.*\sezt írta \(.*\)\s*:$/,
  /^\d{4}\.\s.*\sírta\s*:$/,
  /^.*(?:写道|寫道)\s*[:：]$/,
  /^\d{4}[年/].*(?:のメール|書きました)\s*[:：]$/,
  /^\d{4}[년.].*작성\s*[:：]$/,
  /^(?:\p{L}{2},?\s)?\d.*\s(?:написала?|написал\(а\)|пишет|пише|написав|написала)\s*:$/u,
  /^(?:\p{L}{2}\s)?\d.*\skirjoitti\s*:$/u,
  /^[^\d.!?]{1,80}\skirjoitti\s(?:\p{L}{2}\s)?\d.*:$/u,
  /^Vào\s.*\sđã viết\s*:$/,
  /^Pada\s.*\smenulis\s*:$/,
  /^(?:ในวันที่|เมื่อ).*เขียน(?:ว่า)?\s*:$/,
  /^در\s.*نوشت\s*:$/,
  /^(?:\p{L}{3},?\s+\d|Dana\s|Dne\s|V\s).*\s(?:napisao|napisala|napisal|napisao\/la)(?:\s+je)?\s*:$/u,
];

/** Programs that leave out the date: "Ana Ruiz <ana@client.example> wrote:". */
const UNDATED = new RegExp(
  `^[^<>.!?:;]{0,80}<[^<>\\s@]{1,100}@[^<>\\s]{1,200}>\\s*(?:${[
    "wrote",
    "schrieb",
    "a écrit",
    "escribió",
    "ha scritto",
    "schreef",
    "napisał(?:a|\\(a\\))?",
    "escreveu",
    "skrev",
    "kirjoitti",
    "написала?|написал\\(а\\)|пишет|пише|написа",
    "napsala?|napsal\\(a\\)|napísal\\(a\\)",
    "(?:şunu |şunları )?yazdı",
    "(?:ezt )?írta",
    "έγραψε",
    "a scris",
    "כתבה?",
    "كتبت?",
    "写道|寫道",
    "のメール",
    "(?:님이 )?작성",
  ].join("|")})\\s*[:：]$`,
);

const ADDRESS = /<[^<>\s@]{1,100}@[^<>\s]{1,200}>/;
const TIME = /\d{1,2}\s?[:.h]\s?\d{2}/;
const YEAR = /(?:19|20)\d\d/;

/** How clearly a line introduces a quote. Only a `known` line introduces a quote without quote signs. */
export function introductionOf(line: string): "known" | "vague" | "undated" | undefined {
  if (!/[:：]$/.test(line)) return undefined;
  const [hasYear, hasTime] = [YEAR.test(line), TIME.test(line)];
  if ((hasYear || hasTime) && INTRODUCTIONS.some((form) => form.test(line))) return "known";
  if (hasYear && hasTime && DATED_INTRODUCTIONS.some((form) => form.test(line))) return "known";
  if (hasFormOfIntroduction(line)) return "known";
  if (UNDATED.test(line)) return "undated";
  return DATED_LINE.test(line) ? "vague" : undefined;
}

/** In any language: a day and a time before or after an address. */
function hasFormOfIntroduction(line: string): boolean {
  const address = ADDRESS.exec(line);
  if (!address || !YEAR.test(line) || !TIME.test(line)) return false;
  const before = line.slice(0, address.index);
  const after = line.slice(address.index + address[0].length);
  if (TIME.test(before)) return /^(?:\p{L}{1,12}\.?,?\s+)?\d/u.test(before) && after.length <= 31;
  return (
    before.length <= 80 && !/[.!?。！？：]/.test(before) && TIME.test(after) && after.length <= 80
  );
}

const DATED_LINE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\.?\s+\d{1,2}[:.]\d{2}\D[^<>]{0,150}[:：]$/;

const words = (...lists: string[]) =>
  new RegExp(String.raw`^[\s*]{0,8}(?:${lists.join("|")})[\s*]{0,4}[:：]\*{0,2}\s*(.*)$`);

export const LABELS = {
  from: words(
    "From|Von|De|Da|Van|Od|Fra|Från|Lähettäjä|От",
    "De la|Από|Від|Kimden|Feladó|Saatja|Siuntėjas|Nuo|Từ|Dari|จาก|מאת|من|از",
    "发件人|寄件者|寄件人|差出人|送信者|보낸 사람|보낸사람",
  ),
  /** Words that occur only in headers. */
  sent: words(
    "Sent|Gesendet|Envoyé(?: le)?|Enviado(?: el| em)?|Enviada em|Inviato|Verzonden(?: op)?|Wysłan[oey]|Sendt|Skickat|Lähetetty|Отправлено",
    "Odesláno|Odoslané|Poslano|Poslato|Trimis(?: la)?|Στάλθηκε|Απεστάλη|Изпратено|Надіслано|Gönderildi|Gönderme [Tt]arihi|Gönderilme [Tt]arihi|Elküldve|Küldve|Saadetud|Išsiųsta|Nosūtīts|Đã gửi|Terkirim|Dikirim|ส่ง|נשלח|تم الإرسال|تاريخ الإرسال|أ?ُ?رسلت",
    "发送时间|发送日期|寄件日期|傳送時間|送信日時|보낸 날짜|보낸날짜",
  ),
  /** Words that occur in memos as well. */
  date: words(
    "Date|Datum|Fecha|Data|Dato|Дата|Dátum|Tarih|Ημερομηνία|Kuupäev|Ngày|Tanggal|วันที่|תאריך|التاريخ|تاریخ",
    "日期|时间|時間|日時|日付|날짜",
  ),
  to: words(
    "To|An|À|A|Para|Aan|Do|Til|Till|Кому|До|Komu|Kime|Címzett|Către|Προς|Za|Prima|Đến|Tới|Kepada|ถึง|אל|إلى|به",
    "收件人|收件者|宛先|받는 사람|받는사람",
  ),
  subject: words(
    "Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp|Temat|Assunto|Emne|Ämne|Aihe|Тема",
    "Předmět|Predmet|Zadeva|Konu|Tárgy|Subiect|Θέμα|Относно|Teema|Tema|Tēma|Chủ đề|Tiêu đề|Subjek|Perihal|เรื่อง|נושא|الموضوع|موضوع",
    "主题|主題|主旨|标题|標題|件名|제목",
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
    "Alkuperäinen viesti|Välitetty viesti",
    "Исходное сообщение|Пересылаемое сообщение|Вихідне повідомлення|Пересилане повідомлення",
    "Původní (?:zpráva|e-mail)|Přeposlaná zpráva|Pôvodná správa|Preposlaná správa",
    "(?:Orijinal|Orjinal|Özgün) (?:Mesaj|İleti)|Yönlendirilmiş [iİ]leti",
    "Eredeti üzenet|Továbbított (?:üzenet|levél)",
    "Mesaj(?:ul)? (?:original|inițial|redirecționat)",
    "Αρχικό μήνυμα|Προωθημένο μήνυμα",
    "Оригинално съобщение|Препратено съобщение",
    "הודעה מקורית|הודעה שהועברה",
    "الرسالة الأصلية|رسالة معاد توجيهها",
    "原始邮件|原邮件|转发邮件|转发的邮件|邮件原件|原始郵件|轉寄郵件|轉寄的郵件",
    "元のメッセージ|転送メッセージ|転送されたメッセージ",
    "원본 메시지|원본 메일|전달된 메시지",
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
    "Začátek přeposílané zprávy",
    "İletilen mesajın başlangıcı",
    "Továbbított levél kezdete",
    "Αρχή προωθημένου μηνύματος",
    "Începutul mesajului redirecționat",
    "开始转发的邮件|開始轉寄郵件|下面是被转发的邮件",
    "転送されたメール|전달된 메시지 시작",
  ].join("|")})\\s*[:：]$`,
  "i",
);

/** A line that a phone adds, such as "Sent from my iPhone". It does not end like a sentence. */
export const SENT_FROM = new RegExp(
  `^(?:(?:${[
    "Sent (?:from|via|with)|Get Outlook for",
    "Gesendet (?:von|mit)|Von meinem \\S{1,20} gesendet",
    "Envoyé (?:de|depuis|à partir de)",
    "Enviado (?:desde|con|a partir)",
    "Inviato da",
    "Verzonden (?:vanaf|vanuit|met|van)",
    "Wysłan[eo] z",
    "Enviado (?:do|pelo|de)",
    "Sendt fra|Skickat från|Lähetetty|Отправлено (?:с|из)|Odesláno z|Odoslané z|Trimis (?:de pe|din)|Elküldve",
    "Στάλθηκε από|Изпратено от|Надіслано з|נשלח (?:מ|באמצעות)|أُ?رسلت من|发自我的|從我的|發自我的|从我的",
  ].join(
    "|",
  )})(?![a-zà-ž])|[^\\s.!?]{2,20}(?:'\\p{L}{1,8} gönderildi|から送信)|(?:나의 )?[^\\s.!?]{2,20}에서 보냄)[^.!?,:;。！？]{0,60}(?:<[^<>\\s]{1,300}>|\\(https?:[^()\\s]{1,300}\\))?$`,
  "u",
);
