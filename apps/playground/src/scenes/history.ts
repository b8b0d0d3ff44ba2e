// The changes of a person, in order, to undo and redo them.

export interface Change {
  undo(): void;
  redo(): void;
}

export interface History {
  /** Adds a change that was just made. Undone changes can no longer be redone. */
  done(change: Change): void;
  /** Undoes the newest change; false without a change. */
  undo(): boolean;
  redo(): boolean;
}

/** Most changes that are kept. Older ones can no longer be undone. */
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
