/** Meetings of the demo month. A line of the transcript is "speaker: sentence". */
import type { Colleague, Contact } from "./demo-agency.ts";

export interface MeetingScript {
  code: string;
  title: string;
  daysAgo: number;
  /** UTC. */
  hour: number;
  minutes: number;
  recordedBy: Colleague;
  lines: [Colleague | Contact, string][];
  summary: string;
  actions: [description: string, assignee: Colleague | null][];
}

export const meetingScripts: MeetingScript[] = [
  {
    code: "SHOP-01",
    title: "Web shop relaunch: weekly call with Lindmoor",
    daysAgo: 27,
    hour: 8,
    minutes: 45,
    recordedBy: "jonas",
    lines: [
      [
        "jonas",
        "Thanks for joining. The main point today is the checkout, and then the stock connection.",
      ],
      [
        "henrik",
        "Our warehouse team is nervous about the stock numbers. The old shop sold forty tents that we did not have.",
      ],
      [
        "theo",
        "The new connection reads stock every five minutes, and it reserves a piece as soon as it is in a cart.",
      ],
      [
        "henrik",
        "Five minutes is fine. Please make sure that a reservation ends after half an hour.",
      ],
      [
        "mira",
        "I have the first design of the checkout. It has two steps instead of five, and guests can buy without an account.",
      ],
      [
        "henrik",
        "I like it. Invoice as a payment method has to stay, because our clubs pay that way.",
      ],
      ["jonas", "Then invoice stays for customers with a club number. We will show it next week."],
    ],
    summary:
      "## Decisions\n\n* Stock is read every five minutes; a reservation ends after 30 minutes.\n* The checkout has two steps and allows guests.\n* Payment by invoice stays for clubs.",
    actions: [
      ["End cart reservations after 30 minutes", "theo"],
      ["Show the checkout with payment by invoice", "mira"],
    ],
  },
  {
    code: "A11Y-01",
    title: "Accessibility audit: findings so far",
    daysAgo: 24,
    hour: 12,
    minutes: 40,
    recordedBy: "mira",
    lines: [
      [
        "mira",
        "We have tested thirty-one of the sixty pages. Most findings repeat, so the list is shorter than it looks.",
      ],
      ["petra", "Which of them would stop a patient from getting help?"],
      ["ruben", "The emergency numbers are inside a picture. A screen reader says nothing there."],
      ["petra", "That one has to go first, before the report is done."],
      [
        "mira",
        "Agreed. The second is the date field on the referral form, which cannot be used with a keyboard.",
      ],
      [
        "petra",
        "Our legal department wants the report by the end of the month. Is that realistic?",
      ],
      ["mira", "Yes, if your team answers questions within two days."],
    ],
    summary:
      "## Findings\n\nEmergency numbers are unreadable for screen readers; the date field of the referral form needs a mouse.\n\n## Deadline\n\nThe report is due at the end of the month.",
    actions: [
      ["Write the emergency numbers as text", "ruben"],
      ["Replace the date field of the referral form", "mira"],
    ],
  },
  {
    code: "BOOK-01",
    title: "Booking app: sprint review",
    daysAgo: 21,
    hour: 9,
    minutes: 50,
    recordedBy: "ilse",
    lines: [
      [
        "ilse",
        "In this sprint we finished booking and cancelling. Moving an appointment is half done.",
      ],
      [
        "petra",
        "Patients ask most about moving. Can they keep the old time until the new one is confirmed?",
      ],
      ["theo", "Yes. The old time is released only when the clinic has confirmed the new one."],
      ["petra", "Good. The clinic in the north still uses the old calendar until spring."],
      ["pavel", "Then we need a second connector. I estimate twelve days for it."],
      [
        "ilse",
        "Twelve days are not in the budget. We will send a change request with two options.",
      ],
    ],
    summary:
      "Booking and cancelling are finished. The northern clinic needs a second connector, about twelve days, which is a change request.",
    actions: [
      ["Send a change request for the second connector", "ilse"],
      ["Release the old time after confirmation", "theo"],
    ],
  },
  {
    code: "DEAL-01",
    title: "Dealer portal: over budget, next steps",
    daysAgo: 18,
    hour: 13,
    minutes: 35,
    recordedBy: "jonas",
    lines: [
      [
        "jonas",
        "We have used three hundred of three hundred and twenty hours, and warranty cases are still open.",
      ],
      ["tilo", "We knew that warranty would be hard. What do you suggest?"],
      [
        "ruben",
        "A first version without pictures takes twenty hours. Pictures can follow in January.",
      ],
      ["tilo", "Dealers need pictures. Without them they will keep calling us."],
      [
        "jonas",
        "Then we ask for forty more hours, and we move the delivery tracking to the next phase.",
      ],
      ["tilo", "Send me the figures in writing, and I will take them to the board on Thursday."],
    ],
    summary:
      "The budget is nearly used. Forty more hours are needed for warranty cases with pictures; delivery tracking moves to the next phase.",
    actions: [["Send Tandrel the figures for forty more hours", "jonas"]],
  },
  {
    code: "READ-01",
    title: "Reader app: offline reading",
    daysAgo: 14,
    hour: 8,
    minutes: 30,
    recordedBy: "ilse",
    lines: [
      ["alma", "Subscribers on trains complain that an issue stops in the middle."],
      [
        "pavel",
        "The app loads pages one by one. It could load the whole issue when it is on wireless.",
      ],
      ["alma", "How large is an issue with sound?"],
      ["pavel", "About ninety megabytes. Without sound it is eleven."],
      ["ilse", "Let us load the text always, and the sound only when the reader asks for it."],
      ["alma", "That is a good compromise. Please delete issues after sixty days."],
    ],
    summary:
      "The app loads the text of each issue in advance, and sound on request. Issues are deleted from the phone after 60 days.",
    actions: [
      ["Load the text of an issue in advance", "pavel"],
      ["Delete issues after 60 days", "pavel"],
    ],
  },
  {
    code: "CRM-01",
    title: "CRM migration: duplicates",
    daysAgo: 10,
    hour: 10,
    minutes: 40,
    recordedBy: "jonas",
    lines: [
      [
        "ruben",
        "The two old systems have fourteen thousand contacts, and about two thousand of them are the same people.",
      ],
      [
        "rhea",
        "Please merge none of them without looking. Last time we lost the history of our largest customer.",
      ],
      ["ruben", "We can merge those with the same email address, and show the rest as a list."],
      ["rhea", "Same email address is safe. For the rest I need a person in each region."],
      [
        "jonas",
        "We will prepare the list by region. The move itself stays on the second weekend of next month.",
      ],
    ],
    summary:
      "Contacts with the same email address are merged; the rest is reviewed by region. The date of the move is unchanged.",
    actions: [
      ["Prepare the list of possible duplicates by region", "ruben"],
      ["Name a reviewer for each region", null],
    ],
  },
  {
    code: "SHOP-01",
    title: "Web shop relaunch: checkout review",
    daysAgo: 6,
    hour: 8,
    minutes: 40,
    recordedBy: "jonas",
    lines: [
      [
        "mira",
        "Here is the checkout with invoice. A club number shows the method, and nobody else sees it.",
      ],
      ["henrik", "Very good. Can the club number be saved for the next order?"],
      ["theo", "Yes, in the account. Guests have to type it again."],
      ["henrik", "Then the old shop can be switched off in five weeks, as planned."],
      ["jonas", "We need your redirects by then. There are about nine hundred old addresses."],
      ["henrik", "I will send the list by Friday."],
    ],
    summary:
      "The checkout is accepted. The old shop is switched off in five weeks; Lindmoor sends its list of about 900 old addresses.",
    actions: [["Save the club number in the account", "theo"]],
  },
  {
    code: "",
    title: "Northlight: Monday planning",
    daysAgo: 5,
    hour: 7,
    minutes: 30,
    recordedBy: "nora",
    lines: [
      ["nora", "Two people are away next week, so let us look at who covers what."],
      ["jonas", "Ruben covers the dealer portal. The web shop needs Mira for at least three days."],
      ["mira", "Three days work if the audit report is finished by Wednesday."],
      ["yasmin", "I can take the SEO report, it is mostly numbers."],
      ["nora", "Good. Please enter your hours by tonight, last week is not complete."],
    ],
    summary:
      "Cover for next week: Ruben for the dealer portal, Mira three days for the web shop, Yasmin for the SEO report.",
    actions: [["Enter the hours of last week", null]],
  },
];
