import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inTurns } from '../src/meshes/study/turns.ts';

const test = suite('searches of the study in turns');

test('each turn begins with another ask, and every answer has its name', () => {
  const order: string[] = [];
  const ask = (name: string) => (): string => {
    order.push(name);
    return `${name}!`;
  };
  const asks = { a: ask('a'), b: ask('b'), c: ask('c') };
  for (let turn = 0; turn < 4; turn++)
    assert.equal(inTurns(turn, asks), { a: 'a!', b: 'b!', c: 'c!' });
  assert.is(order.join(''), 'abcbcacababc');
});

test.run();
