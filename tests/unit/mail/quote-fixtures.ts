/** Quotes of email programs by language: the line above a quote, Outlook's headers, a phone's line. */
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
];

/** Written lines that look like the beginning of a quote or of a signature. */
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
];
