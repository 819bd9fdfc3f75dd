/** The recordings of the demo dataset, by the id that a recorder reports. */
export const demoRecordings: Record<string, { title: string; transcript: string }> = {
  "demo-ferry-weekly": {
    title: "Ticket app, weekly call after the boat test",
    transcript: `Tobin Ashgrove [00:00:12]: We tested the Ticket app on two boats. Every ticket was still there after the harbour.
Edda Morvane [00:00:40]: And on the phone that is seven years old?
Tobin Ashgrove [00:00:48]: There as well, because the copy now lives in the phone's own storage.
Lenka Dorvall [00:01:30]: The refund form waits for the payment provider. I call its legal team on Monday.`,
  },
};
