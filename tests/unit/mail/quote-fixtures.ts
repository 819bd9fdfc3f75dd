/** Quotes of email programs by language: the line above a quote, Outlook's headers, a divider, a phone's signature. */
export const languages = [
  {
    language: "English",
    introductions: [
      "On Tue, Nov 3, 2026 at 10:15 AM Ana Ruiz <ana@client.example> wrote:",
      "On Nov 3, 2026, at 10:15, Ana Ruiz wrote:",
      "On 03/11/2026 10:15, Ana Ruiz wrote:",
    ],
    headers:
      "From: Ana Ruiz <ana@client.example>\nSent: Tuesday, November 3, 2026 10:15 AM\nTo: Ben\nSubject: Launch",
    divider: "-----Original Message-----",
    phone: "Sent from my iPhone",
  },
  {
    language: "German",
    introductions: [
      "Am Di., 3. Nov. 2026 um 10:15 Uhr schrieb Ana Ruiz <ana@client.example>:",
      "Am 03.11.2026 um 10:15 schrieb Ana Ruiz:",
      "Ana Ruiz <ana@client.example> schrieb am Di., 3. Nov. 2026, 10:15:",
    ],
    headers: "Von: Ana Ruiz\nGesendet: Dienstag, 3. November 2026 10:15\nAn: Ben\nBetreff: Launch",
    divider: "-------- Ursprüngliche Nachricht --------",
    phone: "Von meinem iPhone gesendet",
  },
  {
    language: "French",
    introductions: [
      "Le mar. 3 nov. 2026 à 10:15, Ana Ruiz <ana@client.example> a écrit :",
      "Le 3 nov. 2026 à 10:15, Ana Ruiz a écrit :",
    ],
    headers: "De : Ana Ruiz\nEnvoyé : mardi 3 novembre 2026 10:15\nÀ : Ben\nObjet : Lancement",
    divider: "-------- Message d'origine --------",
    phone: "Envoyé de mon iPhone",
  },
  {
    language: "Spanish",
    introductions: [
      "El mar, 3 nov 2026 a las 10:15, Ana Ruiz (<ana@client.example>) escribió:",
      "El 3 nov 2026, a las 10:15, Ana Ruiz escribió:",
    ],
    headers:
      "De: Ana Ruiz\nEnviado el: martes, 3 de noviembre de 2026 10:15\nPara: Ben\nAsunto: Lanzamiento",
    divider: "-----Mensaje original-----",
    phone: "Enviado desde mi iPhone",
  },
  {
    language: "Italian",
    introductions: [
      "Il giorno mar 3 nov 2026 alle ore 10:15 Ana Ruiz <ana@client.example> ha scritto:",
      "Il 03/11/2026 10:15, Ana Ruiz ha scritto:",
    ],
    headers: "Da: Ana Ruiz\nInviato: martedì 3 novembre 2026 10:15\nA: Ben\nOggetto: Lancio",
    divider: "-----Messaggio originale-----",
    phone: "Inviato da iPhone",
  },
  {
    language: "Dutch",
    introductions: [
      "Op di 3 nov 2026 om 10:15 schreef Ana Ruiz <ana@client.example>:",
      "Op 3 nov. 2026 om 10:15 heeft Ana Ruiz het volgende geschreven:",
    ],
    headers:
      "Van: Ana Ruiz\nVerzonden: dinsdag 3 november 2026 10:15\nAan: Ben\nOnderwerp: Lancering",
    divider: "-----Oorspronkelijk bericht-----",
    phone: "Verzonden vanaf mijn iPhone",
  },
  {
    language: "Polish",
    introductions: [
      "wt., 3 lis 2026 o 10:15 Ana Ruiz <ana@client.example> napisał(a):",
      "W dniu 03.11.2026 o 10:15, Ana Ruiz pisze:",
    ],
    headers: "Od: Ana Ruiz\nWysłano: wtorek, 3 listopada 2026 10:15\nDo: Ben\nTemat: Start",
    divider: "-----Wiadomość oryginalna-----",
    phone: "Wysłane z iPhone'a",
  },
  {
    language: "Portuguese",
    introductions: [
      "Em ter., 3 de nov. de 2026 às 10:15, Ana Ruiz <ana@client.example> escreveu:",
      "Em 3 de nov. de 2026, à(s) 10:15, Ana Ruiz escreveu:",
    ],
    headers:
      "De: Ana Ruiz\nEnviada em: terça-feira, 3 de novembro de 2026 10:15\nPara: Ben\nAssunto: Lançamento",
    divider: "-----Mensagem original-----",
    phone: "Enviado do meu iPhone",
  },
  {
    language: "Czech",
    introductions: [
      "út 3. 11. 2026 v 10:15 odesílatel Ana Ruiz <ana@client.example> napsal:",
      "Dne 3. 11. 2026 v 10:15 Ana Ruiz napsal(a):",
    ],
    headers:
      "Od: Ana Ruiz <ana@client.example>\nOdesláno: úterý 3. listopadu 2026 10:15\nKomu: Ben\nPředmět: Start",
    divider: "---------- Původní e-mail ----------",
    phone: "Odesláno z iPhonu",
  },
  {
    language: "Turkish",
    introductions: [
      "Ana Ruiz <ana@client.example>, 3 Kas 2026 Sal, 10:15 tarihinde şunu yazdı:",
      "3 Kas 2026 tarihinde 10:15 saatinde Ana Ruiz <ana@client.example> şunları yazdı:",
    ],
    headers:
      "Kimden: Ana Ruiz <ana@client.example>\nGönderildi: 3 Kasım 2026 Salı 10:15\nKime: Ben\nKonu: Açılış",
    divider: "-----Orijinal Mesaj-----",
    phone: "iPhone'umdan gönderildi",
  },
  {
    language: "Hungarian",
    introductions: [
      "Ana Ruiz <ana@client.example> ezt írta (időpont: 2026. nov. 3., K, 10:15):",
      "2026. 11. 03. 10:15 keltezéssel, Ana Ruiz írta:",
    ],
    headers:
      "Feladó: Ana Ruiz <ana@client.example>\nElküldve: 2026. november 3., kedd 10:15\nCímzett: Ben\nTárgy: Indulás",
    divider: "-----Eredeti üzenet-----",
    phone: "Elküldve az iPhone-omról",
  },
  {
    language: "Greek",
    introductions: [
      "Στις Τρί 3 Νοε 2026 στις 10:15 π.μ., ο χρήστης Ana Ruiz <ana@client.example> έγραψε:",
      "Στις 3 Νοε 2026, στις 10:15, ο/η Ana Ruiz έγραψε:",
    ],
    headers: "Από: Ana Ruiz\nΣτάλθηκε: Τρίτη, 3 Νοεμβρίου 2026 10:15\nΠρος: Ben\nΘέμα: Έναρξη",
    divider: "-----Αρχικό μήνυμα-----",
    phone: "Στάλθηκε από το iPhone μου",
  },
  {
    language: "Romanian",
    introductions: [
      "Pe mar., 3 nov. 2026 la 10:15, Ana Ruiz <ana@client.example> a scris:",
      "În 3 nov. 2026, la 10:15, Ana Ruiz a scris:",
    ],
    headers: "De la: Ana Ruiz\nTrimis: marți, 3 noiembrie 2026 10:15\nCătre: Ben\nSubiect: Lansare",
    divider: "-----Mesaj original-----",
    phone: "Trimis de pe iPhone-ul meu",
  },
  {
    language: "Bulgarian",
    introductions: [
      "На вт, 3.11.2026 г. в 10:15 ч. Ana Ruiz <ana@client.example> написа:",
      "На 3 ноем. 2026 г., в 10:15, Ana Ruiz написа:",
    ],
    headers: "От: Ana Ruiz\nИзпратено: вторник, 3 ноември 2026 г. 10:15\nДо: Ben\nОтносно: Старт",
    divider: "-----Оригинално съобщение-----",
    phone: "Изпратено от моя iPhone",
  },
  {
    language: "Hebrew",
    introductions: [
      "\u202bבתאריך יום ג׳, 3 בנוב׳ 2026 ב-10:15 מאת \u202aAna Ruiz\u202c\u200f <\u202aana@client.example\u202c\u200f>:\u202c",
      "ב-3 בנוב׳ 2026, בשעה 10:15, Ana Ruiz כתב/ה:",
    ],
    headers: "מאת: Ana Ruiz\nנשלח: יום שלישי 3 נובמבר 2026 10:15\nאל: Ben\nנושא: השקה",
    divider: "-----הודעה מקורית-----",
    phone: "נשלח מה-iPhone שלי",
  },
  {
    language: "Arabic",
    introductions: [
      "في الثلاثاء، 3 نوفمبر 2026 في 10:15 ص تمت كتابة ما يلي بواسطة Ana Ruiz <ana@client.example>:",
      "في ٣ نوفمبر ٢٠٢٦، الساعة ١٠:١٥ ص، كتب/كتبت Ana Ruiz:",
    ],
    headers: "من: Ana Ruiz\nتم الإرسال: الثلاثاء، ٣ نوفمبر ٢٠٢٦ ١٠:١٥\nإلى: Ben\nالموضوع: إطلاق",
    divider: "-----الرسالة الأصلية-----",
    phone: "أُرسلت من الـ iPhone الخاص بي",
  },
  {
    language: "Chinese",
    introductions: [
      "Ana Ruiz <ana@client.example> 于2026年11月3日周二 10:15写道：",
      "在 2026年11月3日，10:15，Ana Ruiz 写道：",
      "Ana Ruiz <ana@client.example> 於 2026年11月3日 週二 上午10:15寫道：",
    ],
    headers:
      "发件人: Ana Ruiz <ana@client.example>\n发送时间: 2026年11月3日 10:15\n收件人: Ben\n主题: 上线",
    divider: "------------------ 原始邮件 ------------------",
    phone: "发自我的 iPhone",
  },
  {
    language: "Traditional Chinese",
    introductions: ["Ana Ruiz <ana@client.example> 於 2026年11月3日 週二 上午10:15寫道："],
    headers: "寄件者：Ana Ruiz\n寄件日期：2026年11月3日 上午 10:15\n收件者：Ben\n主旨：上線",
    divider: "-----原始郵件-----",
    phone: "從我的 iPhone 傳送",
  },
  {
    language: "Japanese",
    introductions: [
      "2026年11月3日(火) 10:15 Ana Ruiz <ana@client.example>:",
      "2026/11/03 10:15、Ana Ruizのメール:",
    ],
    headers:
      "差出人: Ana Ruiz <ana@client.example>\n送信日時: 2026年11月3日 10:15\n宛先: Ben\n件名: 公開",
    divider: "-----元のメッセージ-----",
    phone: "iPhoneから送信",
  },
  {
    language: "Korean",
    introductions: [
      "2026년 11월 3일 (화) 오전 10:15, Ana Ruiz <ana@client.example>님이 작성:",
      "2026. 11. 3. 오전 10:15, Ana Ruiz 작성:",
    ],
    headers:
      "보낸 사람: Ana Ruiz\n보낸 날짜: 2026년 11월 3일 화요일 오전 10:15\n받는 사람: Ben\n제목: 출시",
    divider: "-----원본 메시지-----",
    phone: "나의 iPhone에서 보냄",
  },
];

/** Lines that a person wrote and that look like the beginning of a quote or of a signature. */
export const deceptiveLines = [
  "On the other hand we wrote a new plan:",
  "On 3 November we wrote three drafts",
  "From: our side nothing is missing",
  "Am Montag kommt der Entwurf: bitte prüfen",
  "Le projet avance :",
  "Op zich is dat goed:",
  "A proposta segue em anexo:",
  "10:30 call with Ana about the launch:",
  "2 people to call: Ana <ana@client.example>:",
  "Ask Ana <ana@client.example> before 10:30:",
  "Sent from my desk, not from the phone.",
  "Subject: to change, as ever",
  "-- no, not like that",
  "Date: 3 November",
  "Please see below",
  "wrote:",
  "As Ana <ana@client.example> wrote to us:",
  "*On the other hand, we wrote:*",
  "Dne 3. 11. 2026 přijde návrh:",
  "Ana saat 10:15'te yazdı:",
  "Στις 3 Νοε 2026 στις 10:15 ξεκινάμε:",
  "Pe 3 nov. 2026 la 10:15 lansăm:",
  "На 3.11.2026 г. в 10:15 започваме:",
  "在 2026年11月3日 10:15 上线：",
  "2026年11月3日 10:15 に公開します:",
  "2026. 11. 3. 오전 10:15 출시:",
  "主题: 上线",
  "De la: noi nu lipsește nimic",
];
