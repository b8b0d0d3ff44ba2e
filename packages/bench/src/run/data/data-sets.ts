// The public data sets that experiments can use: their origin, licence and folder.

export interface DataSet {
  /** Folder below WAYFIELD_DATA. */
  readonly folder: string;
  readonly title: string;
  /** The pattern of the names of its files; other files in the folder are not counted. */
  readonly files: RegExp;
  /** The number of files that experiments use. */
  readonly count: number;
  readonly licence: string;
  /** Repository `owner/name` on GitHub, commit, and the paths in it. */
  readonly from: string;
  /** What to do with the files of `from`. */
  readonly steps: string;
  /** Commands that use the set, with the names of their targets. */
  readonly usedBy: readonly string[];
}

const HOG2 = 'nathansttt/hog2 at 70842df4bb97';
const MOVINGAI = 'MIT (the repository); cite Sturtevant 2012';
const GAME = `${MOVINGAI}; drawn from a commercial game`;
const ODBL = 'ODbL 1.0, © OpenStreetMap contributors';
const GRID_STEPS =
  'gzip maps/SET/NAME.map to NAME.map.gz and scenarios/SET/NAME.map.scen to NAME.map.scen.gz';
const GRID_USERS = ['targets grids 1', 'grid --map', 'diffusion --map'];
const GRID_ALSO: Readonly<Record<string, readonly string[]>> = {
  dao: ['targets gpu 2', 'targets meshes 1 1b 3b'],
  da2: ['targets meshes 1 1b 3b'],
  bg512: ['targets meshes 1b 3b'],
  sc1: ['targets grids 3b', 'targets meshes 3b 5'],
  mazes: ['targets meshes 1b 3b'],
  rooms: ['targets meshes 1b 3b'],
  cities: ['targets gpu 2', 'targets meshes 1b 3b'],
};

function maps(set: string, title: string, count: number, licence: string): DataSet {
  return {
    folder: `grid/${set}`,
    title,
    files: /\.map(\.gz)?$/,
    count,
    licence,
    from: `${HOG2}: maps/${set}, scenarios/${set}`,
    steps: GRID_STEPS,
    usedBy: [...GRID_USERS, ...(GRID_ALSO[set] ?? [])],
  };
}

export const DATA_SETS: readonly DataSet[] = [
  maps('dao', 'MovingAI: Dragon Age: Origins', 11, GAME),
  maps('da2', 'MovingAI: Dragon Age 2', 3, GAME),
  maps('bg512', "MovingAI: Baldur's Gate, 512 x 512", 4, GAME),
  maps('sc1', 'MovingAI: StarCraft', 5, GAME),
  maps('mazes', 'MovingAI: mazes, generated', 3, MOVINGAI),
  maps('rooms', 'MovingAI: rooms, generated', 3, MOVINGAI),
  maps('random', 'MovingAI: random obstacles, generated', 3, MOVINGAI),
  maps(
    'cities',
    'MovingAI: streets of cities',
    9,
    `${MOVINGAI}; drawn from OpenStreetMap: treat as ${ODBL}`,
  ),
  {
    folder: 'grid/mapf',
    title: 'MovingAI: many agents',
    files: /\.map(\.gz)?$/,
    count: 14,
    licence: `${MOVINGAI} and Stern et al. 2019`,
    from: `${HOG2}: maps/mapf, scenarios/mapf/scen-random, scenarios/mapf/scen-even`,
    steps: 'gzip NAME.map, NAME-random-1.scen, NAME-random-2.scen and NAME-even-1.scen',
    usedBy: ['targets grids 1', 'targets meshes 1', 'grid --map'],
  },
  {
    folder: 'road',
    title: 'Roads of New York and Florida (DIMACS 9), without weights',
    files: /^(NY|FLA)\.pace\.gr\.gz$/,
    count: 2,
    licence: 'public domain',
    from: 'ben-strasser/road-graphs-pace16 at d65496ca1e6a: NY.gr.xz, FLA.gr.xz',
    steps: 'unpack, gzip to NY.pace.gr.gz and FLA.pace.gr.gz',
    usedBy: ['targets grids 2', 'targets gpu 3 5', 'targets roads 3 4', 'graph --gr'],
  },
  {
    folder: 'road',
    title: 'Roads of Rome and Amsterdam',
    files: /^(rome|amsterdam)\.(gr|co)\.gz$/,
    count: 4,
    licence: `${ODBL} (the repository: MIT)`,
    from:
      'anvaka/ngraph.path.demo at e76ff5ffc230: static/rome-roads.{gr,co}.bin, ' +
      'static/amsterdam-roads.{gr,co}.bin',
    steps:
      'write the int32 of the binaries as DIMACS text, every edge both ways, weight the ' +
      'rounded up straight distance, at least 1',
    usedBy: ['targets grids 2', 'targets roads 3 4 4b', 'graph --gr'],
  },
  {
    folder: 'road',
    title: 'Roads of Bremen, Ballard and South Seattle',
    files: /^(bremen_dist|bremen_time|graph_ballard|south_seattle_car)\.gr\.gz$/,
    count: 4,
    licence: `MIT (the repository); Bremen is from OpenStreetMap: treat as ${ODBL}`,
    from: 'easbar/fast_paths at cf922636fbaf: meta/test_maps',
    steps: 'gzip',
    usedBy: ['targets grids 2', 'targets roads 3 4', 'graph --gr'],
  },
  {
    folder: 'osm',
    title: 'OpenStreetMap extracts: Monaco, Andorra, Liechtenstein, Malta, towns',
    files: /\.(osm|pbf|osm\.(gz|bz2|xml))$/,
    count: 25,
    licence: ODBL,
    from:
      'graphhopper/graphhopper at c058139f1043: core/files; valhalla/valhalla at ' +
      '14582d257ca4: test/data; gboeing/osmnx: tests/input_data',
    steps: 'copy the files unchanged',
    usedBy: ['osm FILE', 'targets roads 1 2 3 5'],
  },
  {
    folder: 'mesh/polyanya',
    title: 'Meshes of arena and Aurora',
    files: /\.mesh(\.gz)?$/,
    count: 12,
    licence: 'MIT; drawn from commercial games',
    from: 'xiangzebo/Polyanya at 14a95d3b63ae: anyangle/polyanya/meshes and scenarios',
    steps: 'gzip the larger ones',
    usedBy: ['targets meshes 3'],
  },
  {
    folder: 'mesh/recast',
    title: 'Levels of Recast',
    files: /\.obj(\.gz)?$/,
    count: 3,
    licence: 'zlib',
    from: 'recastnavigation/recastnavigation at 9f4ce64458df: RecastDemo/Bin/Meshes',
    steps: 'gzip',
    usedBy: ['tests of @wayfield/navmesh'],
  },
  {
    folder: 'mesh/cdt',
    title: 'Polygons and constraints to be triangulated',
    files: /\.txt(\.gz)?$/,
    count: 16,
    licence: 'MPL 2.0',
    from: 'artem-ogre/CDT at 7bd85e41a7b2: visualizer/data, CDT/tests/inputs',
    steps: 'gzip the larger ones',
    usedBy: ['targets meshes 2'],
  },
  {
    folder: 'mesh/anyangle-derived',
    title: 'Exact any-angle lengths on seven maps',
    files: /\.anyangle\.tsv\.gz$/,
    count: 7,
    licence: 'as the maps that they are of (grid/)',
    from: 'computed by a visibility graph over the corners of the obstacles',
    steps:
      'columns: start x, y, goal x, y, octile length, lengths with and without passing ' +
      'between touching corners',
    usedBy: ['targets meshes 1'],
  },
  {
    folder: 'agents',
    title: 'Recorded pedestrians',
    files: /\.txt\.gz$/,
    count: 3,
    licence: 'MIT (the repository); Jülich archive, cite doi 10.34735/ped.2018.1',
    from:
      'PedestrianDynamics/PedPy at 8179b4b39e7c: notebooks/demo-data, ' +
      'tests/reference_tests/data/corner',
    steps: 'gzip to bottleneck_040_c_56_h, bi_corr_400_b_03 and corner_traj .txt.gz',
    usedBy: ['targets bodies 5'],
  },
];
