// What a person has changed, in order: taken back from the newest on, and made again.

export interface Change {
  undo(): void;
  redo(): void;
}

export interface History {
  /** A change that was made just now: what was taken back before it is gone. */
  done(change: Change): void;
  /** False where there is none. */
  undo(): boolean;
  redo(): boolean;
}

/** Changes that are kept: older ones stay as they are. */
const MOST = 500;

export function createHistory(): History {
  const back: Change[] = [];
  const forth: Change[] = [];
  return {
    done(change) {
      back.push(change);
      if (back.length > MOST) back.shift();
      forth.length = 0;
    },
    undo() {
      const change = back.pop();
      if (!change) return false;
      change.undo();
      forth.push(change);
      return true;
    },
    redo() {
      const change = forth.pop();
      if (!change) return false;
      change.redo();
      back.push(change);
      return true;
    },
  };
}
