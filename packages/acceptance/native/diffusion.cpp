// The study's diffusion step in C++, the rival of the WebAssembly kernels: goals clamped, the average of 8
// neighbours, times the terrain (McMillan, 2014), in three ways that give the same bits:
//   plain    one loop over the cells of a row, which the compiler turns into vectors
//   columns  sums of three cells one above the other, worked out once per row, then added sideways
//   tiled    as plain, several steps on rows that are still in the cache, as @wayfield/diffusion does
// Usage: diffusion N FILE, FILE holding N * N f32: the terrain. The goal is the last cell, of strength 1024.
// It prints {"ready":...}, reads numbers of steps, one a line, and answers each, starting from an empty field, with a
// line of JSON: milliseconds by variant, and a hash of the field, which must be the same for all.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr int kTileSteps = 16;  // steps of a tile: 4 rows of each must fit into the cache
constexpr float kStrength = 1024;

struct Map {
  int n = 0;
  int stride = 0;               // n and one cell of zeros on either side
  std::vector<float> factor;    // terrain / 8
  std::vector<float> a, b;      // fields, with a row of zeros above and below
  std::vector<float> ring;      // four rows per step of a tile
  std::vector<float> column, pair;
  float* row(std::vector<float>& field, int y) { return field.data() + (y + 1) * stride + 1; }
};

void plainRow(const float* __restrict up, const float* __restrict mid, const float* __restrict down,
              const float* __restrict factor, float* __restrict out, int n) {
  for (int x = 0; x < n; x++) {
    out[x] = ((((up[x - 1] + down[x - 1]) + mid[x - 1]) + ((up[x + 1] + down[x + 1]) + mid[x + 1])) +
              (up[x] + down[x])) *
             factor[x];
  }
}

void columnsRow(const float* __restrict up, const float* __restrict mid, const float* __restrict down,
                const float* __restrict factor, float* __restrict out, int n,
                float* __restrict column, float* __restrict pair) {
  for (int x = -1; x <= n; x++) {
    const float p = up[x] + down[x];
    pair[x + 1] = p;
    column[x + 1] = p + mid[x];
  }
  for (int x = 0; x < n; x++) out[x] = ((column[x] + column[x + 2]) + pair[x + 1]) * factor[x];
}

void clampGoal(Map& map, float* row, int y) {
  if (y == map.n - 1) row[map.n - 1] = kStrength;
}

void plain(Map& map, int steps) {
  for (int s = 0; s < steps; s++) {
    for (int y = 0; y < map.n; y++) {
      const float* mid = map.row(map.a, y);
      float* out = map.row(map.b, y);
      plainRow(mid - map.stride, mid, mid + map.stride, map.row(map.factor, y), out, map.n);
      clampGoal(map, out, y);
    }
    std::swap(map.a, map.b);
  }
}

void columns(Map& map, int steps) {
  for (int s = 0; s < steps; s++) {
    for (int y = 0; y < map.n; y++) {
      const float* mid = map.row(map.a, y);
      float* out = map.row(map.b, y);
      columnsRow(mid - map.stride, mid, mid + map.stride, map.row(map.factor, y), out, map.n,
                 map.column.data(), map.pair.data());
      clampGoal(map, out, y);
    }
    std::swap(map.a, map.b);
  }
}

void tiled(Map& map, int steps) {
  const int n = map.n, stride = map.stride;
  float* zeros = map.row(map.a, -1);
  for (int done = 0; done < steps;) {
    const int count = std::min(kTileSteps, steps - done);
    for (int i = 0; i < n + count - 1; i++) {
      for (int t = 0; t < count; t++) {
        const int y = i - t;
        if (y < 0 || y >= n) continue;
        const auto ringRow = [&](int level, int r) {
          return r < 0 || r >= n ? zeros : map.ring.data() + (level * 4 + (r & 3)) * stride + 1;
        };
        const float* up = t == 0 ? map.row(map.a, y - 1) : ringRow(t - 1, y - 1);
        const float* mid = t == 0 ? map.row(map.a, y) : ringRow(t - 1, y);
        const float* down = t == 0 ? map.row(map.a, y + 1) : ringRow(t - 1, y + 1);
        float* out = t == count - 1 ? map.row(map.b, y) : ringRow(t, y);
        plainRow(up, mid, down, map.row(map.factor, y), out, n);
        clampGoal(map, out, y);
      }
    }
    std::swap(map.a, map.b);
    zeros = map.row(map.a, -1);
    done += count;
  }
}

void clear(Map& map) {
  std::fill(map.a.begin(), map.a.end(), 0.0f);
  std::fill(map.b.begin(), map.b.end(), 0.0f);
  std::fill(map.ring.begin(), map.ring.end(), 0.0f);
  map.row(map.a, map.n - 1)[map.n - 1] = kStrength;
}

uint32_t hashOf(Map& map) {
  uint32_t hash = 2166136261u;
  for (int y = 0; y < map.n; y++) {
    for (int x = 0; x < map.n; x++) {
      uint32_t bits;
      memcpy(&bits, map.row(map.a, y) + x, 4);
      hash = (hash ^ bits) * 16777619u;
    }
  }
  return hash;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: diffusion N FILE\n");
    return 1;
  }
  Map map;
  map.n = atoi(argv[1]);
  map.stride = map.n + 2;
  const size_t cells = (size_t)map.stride * (map.n + 2) + 16;
  map.factor.resize(cells);
  map.a.resize(cells);
  map.b.resize(cells);
  map.ring.resize((size_t)map.stride * 4 * kTileSteps + 16);
  map.column.resize(map.stride + 16);
  map.pair.resize(map.stride + 16);
  FILE* file = fopen(argv[2], "rb");
  if (file == nullptr) {
    fprintf(stderr, "cannot open %s\n", argv[2]);
    return 1;
  }
  for (int y = 0; y < map.n; y++) {
    float* row = map.row(map.factor, y);
    if (fread(row, 4, map.n, file) != (size_t)map.n) {
      fprintf(stderr, "%s is too short\n", argv[2]);
      return 1;
    }
    for (int x = 0; x < map.n; x++) row[x] *= 0.125f;
  }
  fclose(file);
  printf("{\"ready\":%d}\n", map.n);
  fflush(stdout);

  const struct {
    const char* name;
    void (*run)(Map&, int);
  } ways[] = {{"plain", plain}, {"columns", columns}, {"tiled", tiled}};
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    const int steps = atoi(line);
    uint32_t hash = 0;
    bool first = true;
    printf("{\"ms\":{");
    for (const auto& way : ways) {
      clear(map);
      const auto start = std::chrono::steady_clock::now();
      way.run(map, steps);
      const double ms =
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
      const uint32_t h = hashOf(map);
      if (!first && h != hash) {
        fprintf(stderr, "%s gives another field\n", way.name);
        return 1;
      }
      printf("%s\"%s\":%.4f", first ? "" : ",", way.name, ms);
      hash = h;
      first = false;
    }
    printf("},\"hash\":%u}\n", hash);
    fflush(stdout);
  }
  return 0;
}
