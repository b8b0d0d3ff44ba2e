// Plays a scene with RVO2 (van den Berg et al., Apache-2.0), which is not part of this project:
// `-I` names its src folder. Numbers are f64, in the byte order of the machine.
//
// stdin, once: number of agents, neighbour distance, most neighbours, horizon, wall horizon, radius,
// largest speed; x, y of every agent; each ring of obstacles: its number of corners, then x, y of
// each; 0 after the last ring.
// stdin, then, commands: 1, dt, x, y of the preferred velocity of every agent: a step. 2, agent: the
// agent leaves. 0, or the end of stdin: the program ends.
// stdout, per step: milliseconds of processor time, then x, y of every agent.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "Agent.cc"
#include "KdTree.cc"
#include "Line.cc"
#include "Obstacle.cc"
#include "RVOSimulator.cc"
#include "Vector2.cc"

namespace {
double next() {
  double value = 0;
  if (std::fread(&value, sizeof value, 1, stdin) != 1) std::exit(0);
  return value;
}

double processorMs() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

RVO::Vector2 nextPoint() {
  const double x = next();
  const double y = next();
  return RVO::Vector2(static_cast<float>(x), static_cast<float>(y));
}
}  // namespace

int main() {
  RVO::RVOSimulator simulator;
  const std::size_t agents = static_cast<std::size_t>(next());
  const float distance = static_cast<float>(next());
  const std::size_t neighbours = static_cast<std::size_t>(next());
  const float horizon = static_cast<float>(next());
  const float wallHorizon = static_cast<float>(next());
  const float radius = static_cast<float>(next());
  const float speed = static_cast<float>(next());
  simulator.setAgentDefaults(distance, neighbours, horizon, wallHorizon, radius, speed);
  for (std::size_t i = 0; i < agents; i++) simulator.addAgent(nextPoint());
  for (std::size_t corners = 0; (corners = static_cast<std::size_t>(next())) > 0;) {
    std::vector<RVO::Vector2> ring;
    for (std::size_t i = 0; i < corners; i++) ring.push_back(nextPoint());
    simulator.addObstacle(ring);
  }
  simulator.processObstacles();

  std::vector<char> left(agents, 0);
  std::vector<double> answer(1 + 2 * agents);
  for (;;) {
    const int command = static_cast<int>(next());
    if (command == 0) return 0;
    if (command == 2) {
      const std::size_t agent = static_cast<std::size_t>(next());
      left[agent] = 1;
      // RVO2 removes no agents: they stand far away from all others
      const float away = 1e6F + 100.0F * static_cast<float>(agent);
      simulator.setAgentPosition(agent, RVO::Vector2(away, 0.0F));
      simulator.setAgentVelocity(agent, RVO::Vector2());
      continue;
    }
    simulator.setTimeStep(static_cast<float>(next()));
    for (std::size_t i = 0; i < agents; i++) {
      const RVO::Vector2 preferred = nextPoint();
      simulator.setAgentPrefVelocity(i, left[i] ? RVO::Vector2() : preferred);
    }
    // processor time of the one thread: other programs do not count
    const double start = processorMs();
    simulator.doStep();
    answer[0] = processorMs() - start;
    for (std::size_t i = 0; i < agents; i++) {
      answer[1 + 2 * i] = simulator.getAgentPosition(i).x();
      answer[2 + 2 * i] = simulator.getAgentPosition(i).y();
    }
    std::fwrite(answer.data(), sizeof(double), answer.size(), stdout);
    std::fflush(stdout);
  }
}
