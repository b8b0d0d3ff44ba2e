// One world by the arguments of Denner's program (2011): its config file, its rules, its CSV files.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { kebab } from '../src/grids/study/world-command.ts';
import { formatWorldCsv, worldCsvName } from '../src/grids/study/world-csv.ts';
import { parseConfigFile, worldOptions } from '../src/grids/study/world-options.ts';
import { runHere } from './run-cli.ts';

const worlds = suite('study agents-on-grids, one world');

let folder = '';
worlds.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-world-'));
});
worlds.after(() => rm(folder, { recursive: true }));

worlds('the command line wins over the config file', () => {
  const text =
    '# a world\nagents = 48\nworldsize=6 # small\nalgorithm="BFS"\nneighbourhood=Moore\n\n';
  const file = parseConfigFile(text, 'config.ini');
  const line = new Map([['algorithm', 'dijkstra']]);
  const { agents, worldsize, algorithm, neighbourhood, target, randSeed, benchmarkIterations } =
    worldOptions(file, line);
  assert.equal([agents, worldsize, algorithm, neighbourhood], [48, 6, 'dijkstra', 8]);
  assert.equal([target, randSeed, benchmarkIterations], ['CPU', 1, 20]);
});

worlds('the sign of a comment within quotes is part of the value', () => {
  const text =
    'scenario = "C:\\maps #1\\a.txt" # the first\nbenchmarkCSVFile=\'b # ' +
    "c.csv'\nalgorithm=BFS#x\nrandSeed=7";
  const file = parseConfigFile(text, 'config.ini');
  assert.equal(Object.fromEntries(file), {
    scenario: 'C:\\maps #1\\a.txt',
    benchmarkcsvfile: 'b # c.csv',
    algorithm: 'BFS',
    randseed: '7',
  });
  for (const open of ['scenario="a', 'scenario="a" b', "scenario='a # b"]) {
    assert.throws(
      () => parseConfigFile(open, 'a.ini'),
      /a\.ini, line 1: .*expected Argument=Value/,
    );
  }
});

worlds('a world of the command line takes the place of the one in the file', () => {
  const file = parseConfigFile('scenario=a.txt\nneighbourhood=Moore', 'config.ini');
  const drawn = worldOptions(file, new Map(Object.entries({ agents: '5', worldsize: '6' })));
  assert.equal([drawn.scenario, drawn.agents, drawn.worldsize], [undefined, 5, 6]);
  assert.is(drawn.neighbourhood, 8);
  const other = parseConfigFile('agents=5\nworldsize=6', 'config.ini');
  const read = worldOptions(other, new Map([['scenario', 'b.txt']]));
  assert.equal([read.scenario, read.agents, read.worldsize], ['b.txt', undefined, undefined]);
  const more = worldOptions(other, new Map([['agents', '9']]));
  assert.equal([more.agents, more.worldsize], [9, 6]);
  const both = new Map(Object.entries({ scenario: 'b.txt', agents: '9', worldsize: '6' }));
  assert.throws(() => worldOptions(other, both), /either scenario, or agents and worldsize/);
});

worlds('what cannot be is refused with its numbers', () => {
  const refuses = (text: string, message: RegExp): void => {
    assert.throws(() => worldOptions(parseConfigFile(text, 'a.ini'), new Map()), message);
  };
  refuses('agents=5\nspeed=9', /a\.ini, line 2: there is no argument 'speed'/);
  refuses('agents', /a\.ini, line 1: 'agents', expected Argument=Value/);
  refuses('agents=5', /either scenario, or agents and worldsize together/);
  refuses('scenario=a\nagents=5\nworldsize=6', /either scenario/);
  refuses('agents=0\nworldsize=6', /agents is '0', expected a whole number in 1 \.\./);
  refuses('agents=5\nworldsize=6\nalgorithm=D*', /algorithm is 'D\*', expected A\*, BFS, Dijkstra/);
  const shared = 'agents=5\nworldsize=6\nGPUforceSMEM=true\nGPUforceBlockDim=64';
  refuses(shared, /both the same: they are 64 and 1/);
  refuses('agents=5\nworldsize=6\nbenchmark=maybe', /benchmark is 'maybe', expected/);
  refuses('agents=5\nworldsize=6\nwindowWidth=wide', /windowWidth is 'wide', expected a whole/);
});

worlds('arguments are options in small letters', () => {
  assert.is(kebab('benchmarkCSVFormat'), 'benchmark-csv-format');
  assert.is(kebab('GPUforceMemUsage'), 'gpu-force-mem-usage');
  assert.is(kebab('GPUforceSMEM'), 'gpu-force-smem');
  assert.is(kebab('scenarioMultiplier'), 'scenario-multiplier');
});

/** The example of tables 14 and 15. */
const EXAMPLE = {
  technology: 'CUDA',
  algorithm: 'A*',
  scenario: 'TEST SCENARIO',
  agents: 7,
  width: 9,
  height: 9,
  launch: [7, 1, 1],
  passes: [
    { init: 0.09271, run: 1.286399, deInit: 0.037156 },
    { init: 0.127341, run: 1.321751, deInit: 0.054832 },
    { init: 0.100286, run: 1.262951, deInit: 0.078641 },
  ],
  remarks: [],
};

worlds('CSV files have the layout and the numbers of tables 14 and 15', () => {
  const english = formatWorldCsv(EXAMPLE, 'english').split('\n');
  assert.is(english[0], '"Technology", "CUDA", "Agents", "7"');
  assert.is(english[3], '"Scenario", "TEST_SCENARIO"');
  assert.is(english[6], '"1", "0.092710", "1.286399", "0.037156", "0.183771"');
  assert.is(english[9], '"Averages", "0.106779", "1.290367", "0.056876", "0.184338"');
  const german = formatWorldCsv(EXAMPLE, 'german').split('\n');
  assert.is(german[1], '"Algorithmus"; "A*"; "Weltbreite"; "9"');
  assert.is(german[7], '"2"; "0,127341"; "1,321751"; "0,054832"; "0,188822"');
  const name = worldCsvName(EXAMPLE, 'german', new Date(2011, 7, 22, 14, 3, 59));
  assert.is(name, 'german_2011.08.22_14.03.59_CUDA-A__7_TEST_SCENARIO.csv');
});

worlds('runs a scenario file and writes its CSV', async () => {
  const at = (name: string): string => join(folder, name);
  await writeFile(at('a.txt'), 'A WALL\n4x3\nr.x.\n..x.\n...g\n\ndest=3,0\ndest=0,0\n');
  await writeFile(at('a.ini'), `scenario=${at('a.txt')}\nbenchmarkIterations=3\nwindowWidth=800\n`);
  const csv = ['--benchmark-csv-file', at('a.csv'), '--threads', '1'];
  const args = ['study', 'agents-on-grids', '--configfile', at('a.ini'), ...csv];
  const { code, out, err } = await runHere([...args, '--scenario-multiplier', '2']);
  assert.is(code, 0, out + err);
  assert.match(out, /windowWidth: there is no window here/);
  assert.match(out, /4 answers compared, 0 differed/);
  const lines = (await readFile(at('a.csv'), 'utf8')).split('\n');
  assert.equal(lines.slice(0, 4), [
    '"Technology", "CPU", "Agents", "4"',
    '"Algorithm", "A*", "WorldWidth", "4"',
    '"Iterations", "3", "WorldHeight", "3"',
    '"Scenario", "A_WALL"',
  ]);
  // every argument of the study's program, in its own spelling
  const own = ['--scenarioMultiplier', '2', '--benchmark', 'true', '--windowWidth', '800'];
  const again = await runHere([
    ...args,
    ...own,
    '--windowHeight',
    '600',
    '--benchmarkIterations=1',
  ]);
  assert.is(again.code, 0, again.out + again.err);
  for (const name of ['benchmark', 'windowWidth', 'windowHeight']) {
    assert.match(again.out, new RegExp(`^${name}: there is no window here`, 'm'));
  }
  const bare = await runHere([...args, '--benchmark', '--benchmark-iterations', '1']);
  assert.is(bare.code, 0, bare.out + bare.err);
  const other = await runHere(['study', 'diffusion', '--agents', '5']);
  assert.is(other.code, 2);
  assert.match(other.err, /for the study agents-on-grids alone/);
});

worlds.run();
