// The model of agents-threads.ts: herds that look for grass, with some arithmetic in each decision.
/** @type {import('@wayfield/collision/agents-pool').Model} */
export function model(world, { work }) {
  return [
    {
      name: 'herd',
      body: { radius: 0.5 },
      meets: ['herd', 'grass'],
      numbers: { energy: 10, mood: 0 },
      sensors: { food: { radius: 5, finds: ['grass'] } },
      reason(agent) {
        let mood = agent.numbers.mood;
        for (let i = 0; i < work; i++) mood = Math.sin(mood + agent.random(i));
        agent.numbers.mood = mood;
        const food = agent.nearest('food');
        if (food >= 0) agent.stepTo(food, 0.5);
        else agent.wander(0.5);
      },
      interactions: [
        {
          with: 'grass',
          does(agent, grass) {
            agent.numbers.energy++;
            world.kill(grass);
            world.bear('grass');
            return true;
          },
        },
      ],
    },
    { name: 'grass', body: { radius: 0.3 }, meets: ['herd'] },
  ];
}
