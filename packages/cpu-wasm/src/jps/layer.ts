/** What jump point search needs of a layer: numbers only, so that it can be sent to a thread. */
export interface JumpLayer {
  /** Address of the record described in assembly/jps/layout.ts. */
  readonly address: number;
  /** The number of jump points. */
  points: number;
  /**
   * How often the jump points were numbered: records and tables of an earlier build are invalid.
   */
  build: number;
  /** The build that the tables of JPS+ belong to, 0 before there are any. */
  tables: number;
}
