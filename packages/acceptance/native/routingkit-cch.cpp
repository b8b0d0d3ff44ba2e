// Customizable contraction hierarchies of RoutingKit (Dibbelt, Strasser, Wagner, BSD-2-Clause),
// which is not part of this project: `-I` names its folders `src` and `include`.
//
// routingkit-cch FILE: u32 numbers in the byte order of the machine: nodes, arcs, queries; the
// first arc of every node and the end; head and weight of every arc; the nodes in the order of
// contraction; sources and targets of the queries.
// stdout, first: a line of JSON with the arcs of the hierarchy.
// stdin, a number a line: 0 customises, 1 answers the queries by distances, 2 with paths, 3 gives
// the distances of the last answers. stdout, for each: a line of JSON, with milliseconds of
// processor time for 0 to 2. The program has one thread, and other programs do not count.

// no assertions of RoutingKit, as its Makefile builds it
#define NDEBUG 1

#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "bit_select.cpp"
#include "bit_vector.cpp"
#include "contraction_hierarchy.cpp"
#include "customizable_contraction_hierarchy.cpp"
#include "graph_util.cpp"
#include "id_mapper.cpp"
#include "timer.cpp"

namespace {
double processorMs() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

std::vector<unsigned> take(FILE* file, std::size_t count) {
  std::vector<unsigned> values(count);
  if (std::fread(values.data(), sizeof(unsigned), count, file) != count) std::exit(1);
  return values;
}
}  // namespace

int main(int argc, char** argv) {
  FILE* file = argc > 1 ? std::fopen(argv[1], "rb") : nullptr;
  if (file == nullptr) return 1;
  const std::vector<unsigned> sizes = take(file, 3);
  const std::vector<unsigned> firstOut = take(file, sizes[0] + 1);
  const std::vector<unsigned> head = take(file, sizes[1]);
  const std::vector<unsigned> weight = take(file, sizes[1]);
  const std::vector<unsigned> order = take(file, sizes[0]);
  const std::vector<unsigned> source = take(file, sizes[2]);
  const std::vector<unsigned> target = take(file, sizes[2]);
  std::fclose(file);

  std::vector<unsigned> tail;
  for (unsigned node = 0; node < sizes[0]; node++) tail.resize(firstOut[node + 1], node);
  RoutingKit::CustomizableContractionHierarchy hierarchy(order, tail, head);
  RoutingKit::CustomizableContractionHierarchyMetric metric(hierarchy, weight);
  metric.customize();
  RoutingKit::CustomizableContractionHierarchyQuery query(metric);
  std::vector<unsigned> distance(sizes[2]);

  std::printf("{\"arcs\":%u}\n", hierarchy.cch_arc_count());
  std::fflush(stdout);
  for (int command = 0; std::scanf("%d", &command) == 1;) {
    if (command == 3) {
      for (std::size_t i = 0; i < distance.size(); i++)
        std::printf("%s%u", i == 0 ? "[" : ",", distance[i]);
      std::printf("]\n");
    } else {
      std::size_t nodes = 0;
      const double start = processorMs();
      if (command == 0) metric.customize();
      else
        for (std::size_t i = 0; i < distance.size(); i++) {
          query.reset().add_source(source[i]).add_target(target[i]).run();
          distance[i] = query.get_distance();
          if (command == 2) nodes += query.get_node_path().size();
        }
      const double ms = processorMs() - start;
      std::printf("{\"ms\":%.6f,\"nodes\":%zu}\n", ms, nodes);
    }
    std::fflush(stdout);
  }
}
