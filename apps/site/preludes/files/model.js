export const model = () => [
  {
    name: 'sheep',
    body: { radius: 0.7 },
    meets: ['sheep'],
    reason: (sheep) => sheep.wander(1.5),
  },
];
