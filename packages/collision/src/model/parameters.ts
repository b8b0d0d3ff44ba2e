/** A kind of animal. Lengths are in units of the world, times in ticks. */
export interface AnimalParameters {
  /** Of its circle. */
  readonly radius: number;
  /** How far it sees, from its centre to the edge of what it sees. */
  readonly sight: number;
  /** How far it goes in a tick. */
  readonly speed: number;
  /** Energy at birth. */
  readonly energy: number;
  /** Energy lost each tick; at 0 it dies. */
  readonly effort: number;
  /** Hunger gained each tick; 0 after a meal. */
  readonly appetite: number;
  /** With at least this hunger it looks for food, and eats what it touches. */
  readonly hungry: number;
}

/** All numbers of the model; the thesis gives none. Animals are not born, as there: in the end only grass is left. */
export interface ModelParameters {
  /** Units of area (in 3D, of volume) per grass, antelope or lion at the start. */
  readonly room: number;
  readonly lion: AnimalParameters;
  readonly antelope: AnimalParameters & {
    /** The energy that one who eats it gains. */
    readonly food: number;
  };
  readonly grass: {
    readonly radius: number;
    /** The energy that one who eats it gains, when it is new. */
    readonly food: number;
    /** What that grows by each tick. */
    readonly growth: number;
    /** Every so many ticks new grass grows. */
    readonly interval: number;
    /** New grass each time, as a share of that at the start; never more than there was then. */
    readonly share: number;
  };
}

/** Crowded so that 10 to 20 % of the animals and plants touch something, as in the thesis' tests. */
export const MODEL_PARAMETERS: ModelParameters = {
  room: 10,
  lion: {
    radius: 1,
    sight: 12,
    speed: 2.5,
    energy: 150,
    effort: 1,
    appetite: 1,
    hungry: 80,
  },
  antelope: {
    radius: 0.75,
    sight: 8,
    speed: 1.5,
    energy: 120,
    effort: 1,
    appetite: 1,
    hungry: 5,
    food: 60,
  },
  grass: { radius: 0.5, food: 10, growth: 0.25, interval: 10, share: 0.1 },
};
