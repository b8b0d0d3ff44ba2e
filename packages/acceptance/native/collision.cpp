// All pairs of touching circles or spheres by a grid, in C++: the rival of @wayfield/collision on one core.
// Usage: collision FILE. The file holds u32 dimensions, u32 n and, twice, f32 x[n], y[n], (z[n]), r[n].
// It then prints {"ready":true}, reads 0 or 1 from its input, one a line, and answers each with a line of
// JSON: milliseconds to list all pairs of that state from scratch, how many, and a hash of the set. A second
// number on the line, 1 if it is missing, says how often to do it: the milliseconds are the mean.
//
// The algorithm of @wayfield/collision, written for speed: counting sort by cell, bodies moved to their places
// (16 or 20 bytes each), then each against the rest of its cell and half of its neighbour cells; pairs
// are kept without a branch. Build: -O3.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

struct Body2 {
  float x, y, r;
  uint32_t slot;
};
struct Body3 {
  float x, y, z, r;
  uint32_t slot;
};

struct Input {
  uint32_t n = 0;
  std::vector<float> x, y, z, r;
};

struct Work {
  std::vector<uint32_t> cell, start, place;
  std::vector<Body2> flat;
  std::vector<Body3> solid;
  std::vector<uint64_t> out;
  size_t found = 0;
};

inline bool touch(const Body2& a, const Body2& b) {
  const float dx = b.x - a.x, dy = b.y - a.y, s = a.r + b.r;
  return dx * dx + dy * dy <= s * s;
}
inline bool touch(const Body3& a, const Body3& b) {
  const float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z, s = a.r + b.r;
  return dx * dx + dy * dy + dz * dz <= s * s;
}

// Writes a and every body of a range as a pair, and goes on to the next place only if they touch.
template <class Body>
inline uint64_t* meet(const Body& a, const Body* b, const Body* end, uint64_t* out) {
  for (; b < end; b++) {
    const uint32_t low = std::min(a.slot, b->slot), high = std::max(a.slot, b->slot);
    *out = low | uint64_t(high) << 32;
    out += touch(a, *b);
  }
  return out;
}

inline void put(Body2& to, const Input& in, uint32_t i) { to = {in.x[i], in.y[i], in.r[i], i}; }
inline void put(Body3& to, const Input& in, uint32_t i) {
  to = {in.x[i], in.y[i], in.z[i], in.r[i], i};
}

template <class Body, bool Solid>
void allPairs(const Input& in, Work& work, std::vector<Body>& bodies) {
  const uint32_t n = in.n;
  float low[3], high[3];
  const std::vector<float>* axes[3] = {&in.x, &in.y, &in.z};
  for (int a = 0; a < (Solid ? 3 : 2); a++) {
    float l = INFINITY, h = -INFINITY;
    for (float v : *axes[a]) l = std::min(l, v), h = std::max(h, v);
    low[a] = l;
    high[a] = h;
  }
  float largest = 0;
  for (float v : in.r) largest = std::max(largest, v);
  // cells are wider than any two touching bodies by more than rounding
  const float size = 2 * largest * 1.001f, inv = 1 / size;
  for (float& l : low) l -= size;  // an empty cell in front
  const uint32_t w = uint32_t((high[0] - low[0]) * inv) + 2;
  const uint32_t h = uint32_t((high[1] - low[1]) * inv) + 2;
  const uint32_t d = Solid ? uint32_t((high[2] - low[2]) * inv) + 2 : 1;
  const size_t cells = size_t(w) * h * d;
  work.start.assign(cells + 2, 0);
  work.cell.resize(n);
  bodies.resize(n);
  uint32_t* start = work.start.data();
  for (uint32_t i = 0; i < n; i++) {
    uint32_t line = uint32_t((in.y[i] - low[1]) * inv);
    if (Solid) line += uint32_t((in.z[i] - low[2]) * inv) * h;
    const uint32_t c = line * w + uint32_t((in.x[i] - low[0]) * inv);
    work.cell[i] = c;
    start[c + 1]++;
  }
  for (size_t c = 1; c <= cells; c++) start[c] += start[c - 1];
  for (uint32_t i = 0; i < n; i++) put(bodies[start[work.cell[i]]++], in, i);
  // start[c] is where cell c ends now, so it begins at start[c - 1]
  size_t room = work.out.size();
  size_t found = 0;
  const Body* all = bodies.data();
  // half of the neighbour cells as rows of three, by their middle: the next row of the layer, and
  // for spheres three rows of the next layer
  const uint32_t slab = w * h;
  const int64_t rows[4] = {w, int64_t(slab) - w, slab, int64_t(slab) + w};
  for (uint32_t i = 0; i < n; i++) {
    const Body& a = bodies[i];
    const uint32_t c = work.cell[a.slot];
    size_t candidates = start[c + 1] - i;
    for (int k = 0; k < (Solid ? 4 : 1); k++) {
      candidates += start[c + rows[k] + 1] - start[c + rows[k] - 2];
    }
    if (found + candidates + 1 > room) {
      room = room * 2 + candidates + 1024;
      work.out.resize(room);
    }
    uint64_t* out = work.out.data() + found;
    out = meet(a, all + i + 1, all + start[c + 1], out);
    for (int k = 0; k < (Solid ? 4 : 1); k++) {
      out = meet(a, all + start[c + rows[k] - 2], all + start[c + rows[k] + 1], out);
    }
    found = out - work.out.data();
  }
  work.found = found;
}

bool readFloats(FILE* file, std::vector<float>& to, uint32_t n) {
  to.resize(n);
  return fread(to.data(), 4, n, file) == n;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return fprintf(stderr, "usage: collision FILE\n"), 2;
  FILE* file = fopen(argv[1], "rb");
  uint32_t head[2];
  if (!file || fread(head, 4, 2, file) != 2) return fprintf(stderr, "cannot read %s\n", argv[1]), 2;
  Input states[2];
  for (Input& in : states) {
    in.n = head[1];
    bool good = readFloats(file, in.x, in.n) && readFloats(file, in.y, in.n);
    if (head[0] == 3) good = good && readFloats(file, in.z, in.n);
    if (!good || !readFloats(file, in.r, in.n)) return fprintf(stderr, "the file is short\n"), 2;
  }
  fclose(file);
  puts("{\"ready\":true}");
  fflush(stdout);
  Work work;
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    int state = 0, repeat = 1;
    sscanf(line, "%d %d", &state, &repeat);
    const Input& in = states[state & 1];
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < repeat; k++) {
      if (head[0] == 3) allPairs<Body3, true>(in, work, work.solid);
      else allPairs<Body2, false>(in, work, work.flat);
    }
    std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
    ms /= repeat;
    uint32_t hash = 0;
    for (size_t i = 0; i < work.found; i++) {
      const uint32_t a = uint32_t(work.out[i]), b = uint32_t(work.out[i] >> 32);
      uint32_t m = a * 2654435761u ^ b * 2246822519u;
      m = (m ^ m >> 15) * 2246822519u;
      hash += m ^ m >> 13;
    }
    printf("{\"ms\":%.6f,\"pairs\":%zu,\"hash\":%u}\n", ms.count(), work.found, hash);
    fflush(stdout);
  }
}
