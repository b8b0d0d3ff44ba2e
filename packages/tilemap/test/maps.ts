// A small map of each editor, as the editors write them.

const flipped = 0x80000000 + 2;

export const TILED = {
  type: 'map',
  version: '1.10',
  orientation: 'orthogonal',
  infinite: false,
  width: 6,
  height: 4,
  tilewidth: 16,
  tileheight: 16,
  tilesets: [
    {
      firstgid: 1,
      name: 'tiles',
      tiles: [
        { id: 1, properties: [{ name: 'collides', type: 'bool', value: true }] },
        { id: 2, properties: [{ name: 'cost', type: 'float', value: 4 }] },
      ],
    },
  ],
  layers: [
    {
      type: 'tilelayer',
      name: 'ground',
      width: 6,
      height: 4,
      x: 0,
      y: 0,
      data: [
        [1, 1, 2, 1, 3, 1],
        [1, 1, flipped, 1, 1, 1],
        [1, 1, 2, 1, 1, 1],
        [1, 1, 1, 1, 1, 0],
      ].flat(),
    },
    {
      type: 'group',
      name: 'things',
      offsetx: 0,
      offsety: 0,
      layers: [
        {
          type: 'objectgroup',
          name: 'blocks',
          properties: [{ name: 'collides', type: 'bool', value: true }],
          objects: [
            { id: 1, x: 80, y: 32, width: 10, height: 6, rotation: 90 },
            { id: 2, x: 64, y: 4, width: 8, height: 8, ellipse: true },
            {
              id: 3,
              x: 88,
              y: 4,
              polygon: [
                { x: 0, y: 0 },
                { x: 4, y: 0 },
                { x: 0, y: 4 },
              ],
            },
            {
              id: 4,
              x: 64,
              y: 64,
              polyline: [
                { x: 0, y: 0 },
                { x: 32, y: 0 },
              ],
            },
            { id: 5, x: 1, y: 1, point: true },
          ],
        },
        {
          type: 'objectgroup',
          name: 'labels',
          objects: [{ id: 6, x: 0, y: 0, width: 9, height: 9 }],
        },
      ],
    },
  ],
};

export const LDTK = {
  jsonVersion: '1.5.3',
  levels: [
    {
      identifier: 'Start',
      worldX: 160,
      worldY: 32,
      layerInstances: [
        {
          __identifier: 'Things',
          __type: 'Entities',
          entityInstances: [
            { __identifier: 'Crate', px: [4, 4], __pivot: [0.5, 0.5], width: 8, height: 8 },
            { __identifier: 'Player', px: [0, 0], __pivot: [0, 0], width: 8, height: 8 },
          ],
        },
        {
          __identifier: 'Walls',
          __type: 'IntGrid',
          __cWid: 3,
          __cHei: 2,
          __gridSize: 16,
          intGridCsv: [0, 1, 0, 0, 1, 0],
        },
      ],
    },
    {
      identifier: 'Swamp',
      worldX: 0,
      worldY: 0,
      layerInstances: [
        {
          __identifier: 'Walls',
          __type: 'IntGrid',
          __cWid: 2,
          __cHei: 1,
          __gridSize: 16,
          intGridCsv: [2, 0],
        },
      ],
    },
  ],
};
