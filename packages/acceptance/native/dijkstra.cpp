// One-to-all Dijkstra in C++, the rivals of the WebAssembly kernels: one function per priority queue.
// Usage: dijkstra FILE BUCKETS_PER_UNIT. FILE is a graph written by writeGraph of @wayfield/graph
// (docs/graph-layout.md); BUCKETS_PER_UNIT is how many buckets hold the keys from 0 to 1.
// It then prints {"ready":...}, reads source nodes from its input, one a line, and answers each with
// a line of JSON: milliseconds per queue, and a hash of the distances, which must be the same for all.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr float kInfinity = INFINITY;

struct Arc {
  uint32_t head;
  float weight;
};

struct Graph {
  uint32_t nodeCount = 0, arcCount = 0;
  std::vector<uint32_t> firstOut;
  std::vector<uint32_t> head;
  std::vector<float> weight;
  std::vector<Arc> arcs;  // head and weight side by side
};

uint32_t bitsOf(float f) {
  uint32_t b;
  memcpy(&b, &f, 4);
  return b;
}

float floatOf(uint32_t b) {
  float f;
  memcpy(&f, &b, 4);
  return f;
}

// Binary and 4-ary heaps with lazy deletion, entry = (key, node).
struct Entry {
  float key;
  uint32_t node;
};

template <unsigned Arity>
void lazyHeap(const Graph& g, uint32_t source, std::vector<float>& dist, std::vector<Entry>& heap) {
  dist.assign(g.nodeCount, kInfinity);
  dist[source] = 0;
  heap.clear();
  heap.push_back({0, source});
  while (!heap.empty()) {
    const Entry top = heap[0], last = heap.back();
    heap.pop_back();
    const size_t size = heap.size();
    if (size) {
      size_t i = 0;
      for (;;) {
        size_t c = Arity * i + 1;
        if (c >= size) break;
        const size_t end = c + Arity < size ? c + Arity : size;
        size_t best = c;
        float key = heap[c].key;
        for (++c; c < end; ++c) {
          if (heap[c].key < key) {
            key = heap[c].key;
            best = c;
          }
        }
        if (key >= last.key) break;
        heap[i] = heap[best];
        i = best;
      }
      heap[i] = last;
    }
    if (top.key > dist[top.node]) continue;
    for (uint32_t a = g.firstOut[top.node], end = g.firstOut[top.node + 1]; a < end; a++) {
      const uint32_t v = g.head[a];
      const float next = top.key + g.weight[a];
      if (next >= dist[v]) continue;
      dist[v] = next;
      size_t j = heap.size();
      heap.push_back({next, v});
      while (j > 0) {
        const size_t parent = (j - 1) / Arity;
        if (heap[parent].key <= next) break;
        heap[j] = heap[parent];
        j = parent;
      }
      heap[j] = {next, v};
    }
  }
}

// 4-ary heap of nodes that knows where each node is, with decrease-key.
void indexedHeap(const Graph& g, uint32_t source, std::vector<float>& dist,
                 std::vector<uint32_t>& heap, std::vector<uint32_t>& place) {
  dist.assign(g.nodeCount, kInfinity);
  place.assign(g.nodeCount, 0);  // place in the heap + 1
  heap.resize(g.nodeCount);
  dist[source] = 0;
  heap[0] = source;
  place[source] = 1;
  size_t size = 1;
  while (size) {
    const uint32_t u = heap[0];
    const float key = dist[u];
    const uint32_t last = heap[--size];
    const float lastKey = dist[last];
    size_t i = 0;
    for (;;) {
      size_t c = 4 * i + 1;
      if (c >= size) break;
      const size_t end = c + 4 < size ? c + 4 : size;
      size_t best = c;
      float least = dist[heap[c]];
      for (++c; c < end; ++c) {
        const float k = dist[heap[c]];
        if (k < least) {
          least = k;
          best = c;
        }
      }
      if (least >= lastKey) break;
      heap[i] = heap[best];
      place[heap[i]] = uint32_t(i + 1);
      i = best;
    }
    heap[i] = last;
    place[last] = uint32_t(i + 1);
    for (uint32_t a = g.firstOut[u], end = g.firstOut[u + 1]; a < end; a++) {
      const uint32_t v = g.head[a];
      const float next = key + g.weight[a];
      if (next >= dist[v]) continue;
      size_t j = place[v] ? place[v] - 1 : size++;
      dist[v] = next;
      while (j > 0) {
        const size_t parent = (j - 1) >> 2;
        if (dist[heap[parent]] <= next) break;
        heap[j] = heap[parent];
        place[heap[j]] = uint32_t(j + 1);
        j = parent;
      }
      heap[j] = v;
      place[v] = uint32_t(j + 1);
    }
  }
}

// 4-ary lazy heap of u64 (bits of the key, node); the smallest of four children without a branch.
void wordHeap(const Graph& g, uint32_t source, std::vector<float>& dist,
              std::vector<uint64_t>& store) {
  dist.assign(g.nodeCount, kInfinity);
  store.resize(g.arcCount + 8);  // each arc puts its node in once at most
  uint64_t* heap = store.data();
  dist[source] = 0;
  heap[0] = source;
  size_t size = 1;
  while (size) {
    const uint64_t top = heap[0];
    const uint32_t u = uint32_t(top);
    const float key = floatOf(uint32_t(top >> 32));
    const uint64_t last = heap[--size];
    size_t i = 0;
    for (;;) {
      const size_t c = 4 * i + 1;
      if (c + 3 < size) {
        const uint64_t k0 = heap[c], k1 = heap[c + 1], k2 = heap[c + 2], k3 = heap[c + 3];
        const uint64_t right01 = k1 < k0, right23 = k3 < k2;
        const uint64_t low = k0 ^ ((k0 ^ k1) & -right01), high = k2 ^ ((k2 ^ k3) & -right23);
        const uint64_t second = high < low;
        const uint64_t least = low ^ ((low ^ high) & -second);
        if (least >= last) break;
        heap[i] = least;
        const size_t a = c + right01, b = c + 2 + right23;
        i = a ^ ((a ^ b) & -second);
      } else {
        if (c >= size) break;
        size_t best = c;
        for (size_t k = c + 1; k < size; k++) {
          if (heap[k] < heap[best]) best = k;
        }
        if (heap[best] >= last) break;
        heap[i] = heap[best];
        i = best;
      }
    }
    heap[i] = last;
    if (key > dist[u]) continue;
    for (uint32_t a = g.firstOut[u], end = g.firstOut[u + 1]; a < end; a++) {
      const uint32_t v = g.head[a];
      const float next = key + g.weight[a];
      if (next >= dist[v]) continue;
      dist[v] = next;
      const uint64_t entry = uint64_t(bitsOf(next)) << 32 | v;
      size_t j = size++;
      while (j > 0) {
        const size_t parent = (j - 1) >> 2;
        if (heap[parent] <= entry) break;
        heap[j] = heap[parent];
        j = parent;
      }
      heap[j] = entry;
    }
  }
}

// The algorithm of the WebAssembly kernels: buckets of keys, unordered inside, in chunks. The
// distances and arcs of a chunk's nodes are prefetched. BUCKETS_PER_UNIT sets the width of a bucket.
//
// Bucket b holds nodes whose keys less `base` are in [b, b + 1) bucket widths. The last bucket,
// number kBuckets, holds all nodes beyond. A chunk is 128 bytes: 31 nodes and the number of the chunk
// before it in its bucket. Only the newest chunk of a bucket is not full.
struct Buckets {
  static constexpr size_t kBuckets = 2048, kNodes = 31;
  struct Chunk {
    uint32_t before;  // the number of a chunk is its index in pool + 1; 0 = none
    uint32_t node[kNodes];
  };
  std::vector<Chunk> pool;
  std::vector<uint32_t> chunk, count;  // of each bucket: its newest chunk, and the nodes in that
  std::vector<uint32_t> freed;         // chunks to be used again

  void reset() {
    pool.clear();
    freed.clear();
    chunk.assign(kBuckets + 1, 0);
    count.assign(kBuckets + 1, 0);
  }
  void push(size_t bucket, uint32_t v) {
    if (!chunk[bucket] || count[bucket] == kNodes) {
      uint32_t c;
      if (freed.empty()) {
        pool.emplace_back();
        c = uint32_t(pool.size());
      } else {
        c = freed.back();
        freed.pop_back();
      }
      pool[c - 1].before = chunk[bucket];
      chunk[bucket] = c;
      count[bucket] = 0;
    }
    pool[chunk[bucket] - 1].node[count[bucket]++] = v;
  }
};

void buckets(const Graph& g, uint32_t source, std::vector<float>& dist, std::vector<uint8_t>& open,
             Buckets& q, float density) {
  dist.assign(g.nodeCount, kInfinity);
  open.assign(g.nodeCount, 0);
  q.reset();
  dist[source] = 0;
  open[source] = 1;
  q.push(0, source);
  float base = 0;
  const auto bucketOf = [&](float key) {
    const float b = (key - base) * density;
    return b < float(Buckets::kBuckets) ? size_t(b) : Buckets::kBuckets;
  };
  uint32_t nodes[Buckets::kNodes];
  for (;;) {
    for (size_t b = 0; b < Buckets::kBuckets; b++) {
      while (q.chunk[b]) {
        const uint32_t c = q.chunk[b], n = q.count[b];
        memcpy(nodes, q.pool[c - 1].node, n * 4);
        q.chunk[b] = q.pool[c - 1].before;
        q.count[b] = Buckets::kNodes;
        q.freed.push_back(c);
        for (uint32_t i = 0; i < n; i++) {
          const uint32_t u = nodes[i];
          __builtin_prefetch(&dist[u]);
          __builtin_prefetch(&g.arcs[g.firstOut[u]]);
          __builtin_prefetch(&g.arcs[g.firstOut[u + 1]] - 1);
        }
        for (uint32_t i = 0; i < n; i++) {
          const uint32_t u = nodes[i];
          if (!open[u]) continue;
          open[u] = 0;
          const float key = dist[u];
          for (uint32_t a = g.firstOut[u], end = g.firstOut[u + 1]; a < end; a++) {
            const Arc arc = g.arcs[a];
            const float next = key + arc.weight;
            if (next >= dist[arc.head]) continue;
            dist[arc.head] = next;
            open[arc.head] = 1;
            q.push(bucketOf(next), arc.head);
          }
        }
      }
    }
    // the window moves to the nearest node beyond it
    std::vector<uint32_t> far;
    for (uint32_t c = q.chunk[Buckets::kBuckets], n = q.count[Buckets::kBuckets]; c;) {
      for (uint32_t i = 0; i < n; i++) {
        if (open[q.pool[c - 1].node[i]]) far.push_back(q.pool[c - 1].node[i]);
      }
      q.freed.push_back(c);
      c = q.pool[c - 1].before;
      n = Buckets::kNodes;
    }
    q.chunk[Buckets::kBuckets] = 0;
    if (far.empty()) return;
    base = kInfinity;
    for (const uint32_t v : far) base = dist[v] < base ? dist[v] : base;
    for (const uint32_t v : far) q.push(bucketOf(dist[v]), v);
  }
}

[[noreturn]] void fail(const char* what) {
  fprintf(stderr, "dijkstra: %s\n", what);
  exit(2);
}

Graph readGraph(const char* path) {
  FILE* file = fopen(path, "rb");
  if (!file) fail("cannot open the file");
  uint32_t header[16];
  if (fread(header, 4, 16, file) != 16) fail("the file has no header");
  if (header[0] != 0x46594157 || header[1] != 1 || header[2] != 0x01020304) fail("not a graph");
  if (header[3] & 16) fail("a grid, not a graph");
  Graph g;
  g.nodeCount = header[4];
  g.arcCount = header[5];
  const auto read = [&](auto& array, size_t entries) {
    array.resize((entries + 3) / 4 * 4);  // arrays start at multiples of 16 bytes
    if (fread(array.data(), 4, array.size(), file) != array.size()) fail("the file is too short");
    array.resize(entries);
  };
  read(g.firstOut, size_t(g.nodeCount) + 1);
  read(g.head, g.arcCount);
  read(g.weight, g.arcCount);
  fclose(file);
  g.arcs.resize(size_t(g.arcCount) + 1);
  for (uint32_t a = 0; a < g.arcCount; a++) g.arcs[a] = {g.head[a], g.weight[a]};
  return g;
}

// FNV-1a over the words of the distances
uint32_t hashOf(const std::vector<float>& dist) {
  uint32_t hash = 2166136261u;
  for (const float d : dist) hash = (hash ^ bitsOf(d)) * 16777619u;
  return hash;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) fail("usage: dijkstra FILE BUCKETS_PER_UNIT");
  const Graph g = readGraph(argv[1]);
  const float density = strtof(argv[2], nullptr);
  std::vector<float> dist;
  std::vector<Entry> entries;
  std::vector<uint32_t> heap, place;
  std::vector<uint64_t> words;
  std::vector<uint8_t> open;
  Buckets queue;
  printf("{\"ready\":true,\"compiler\":\"%s\",\"nodes\":%u,\"arcs\":%u}\n", __VERSION__, g.nodeCount,
         g.arcCount);
  fflush(stdout);
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    const uint32_t source = uint32_t(strtoul(line, nullptr, 10));
    if (source >= g.nodeCount) fail("the source is out of range");
    bool first = true;
    uint32_t hash = 0;
    const auto time = [&](const char* name, auto&& search) {
      search();  // once to fill the caches with what this one uses
      const auto start = std::chrono::steady_clock::now();
      search();
      const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - start;
      const uint32_t h = hashOf(dist);
      if (!first && h != hash) fail("two queues disagree");
      printf("%s\"%s\":%.6f", first ? "{\"ms\":{" : ",", name, ms.count());
      first = false;
      hash = h;
    };
    time("binary", [&] { lazyHeap<2>(g, source, dist, entries); });
    time("4-ary", [&] { lazyHeap<4>(g, source, dist, entries); });
    time("4-ary indexed", [&] { indexedHeap(g, source, dist, heap, place); });
    time("4-ary u64", [&] { wordHeap(g, source, dist, words); });
    time("buckets", [&] { buckets(g, source, dist, open, queue, density); });
    printf("},\"hash\":%u}\n", hash);
    fflush(stdout);
  }
  return 0;
}
