/** Output of what runs side by side, one whole text after the other: the oldest that runs is seen live. */

export interface Output {
  write(text: string | Uint8Array): void;
  /** Nothing more comes of it. */
  end(): void;
}

interface Turn {
  waiting: (string | Uint8Array)[];
  ended: boolean;
}

export function outputInTurn(print: (text: string | Uint8Array) => void): () => Output {
  const turns: Turn[] = [];
  const printFirst = () => {
    for (let first = turns[0]; first !== undefined; first = turns[0]) {
      for (const text of first.waiting.splice(0)) print(text);
      if (!first.ended) return;
      turns.shift();
    }
  };
  return () => {
    const turn: Turn = { waiting: [], ended: false };
    turns.push(turn);
    return {
      write(text) {
        turn.waiting.push(text);
        if (turns[0] === turn) printFirst();
      },
      end() {
        turn.ended = true;
        printFirst();
      },
    };
  };
}
