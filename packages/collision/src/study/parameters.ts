/** The numbers of a species of animals. Lengths are in units of the world, times in ticks. */
export interface AnimalParameters {
  /** The radius of its circle. */
  readonly radius: number;
  /** The radius of the circle around its centre in which it finds food. */
  readonly sight: number;
  /** The length of its step in a tick. */
  readonly speed: number;
  /** Energy at birth. */
  readonly energy: number;
  /** Energy lost each tick; at 0 it dies. */
  readonly effort: number;
  /** Hunger gained each tick; 0 after a meal. */
  readonly appetite: number;
  /** The hunger from which on it seeks food, and eats food that it touches. */
  readonly hungry: number;
}

/**
 * All numbers of the model; the thesis gives none. As in the thesis, no animals are born, so in the
 * end only grass is left.
 */
export interface ModelParameters {
  /** Units of area (in 3D, of volume) per grass, antelope or lion at the start. */
  readonly room: number;
  readonly lion: AnimalParameters;
  readonly antelope: AnimalParameters & {
    /** The energy that an animal gains by eating it. */
    readonly food: number;
  };
  readonly grass: {
    readonly radius: number;
    /** The energy that an animal gains by eating new grass. */
    readonly food: number;
    /** The energy that grass gains in each tick. */
    readonly growth: number;
    /** Ticks from one growth of new grass to the next. */
    readonly interval: number;
    /** New grass each time, as a share of the grass at the start, which all grass never exceeds. */
    readonly share: number;
  };
}

/** So crowded that 10 to 20 % of the agents touch another, as in the tests of the thesis. */
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
