/** Runs pieces of work one after another, in the order they came, whatever becomes of each. */
export interface Turns {
    inTurn<T>(work: () => T | Promise<T>): Promise<T>;
    /** Rejects all work that has not begun, and all that comes, with this reason. */
    close(reason: Error): void;
}
export declare function createTurns(): Turns;
//# sourceMappingURL=turns.d.ts.map