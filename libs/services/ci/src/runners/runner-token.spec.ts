import { newRunnerToken, successorOf } from './runner-token.js';

it.each(['registered', 'created'] as const)('the token of a %s runner keeps its kind', (kind) => {
  const token = newRunnerToken(kind);
  const shape = kind === 'created' ? /^glrt-[\da-f]{30}$/ : /^[\da-f]{30}$/;
  expect(token).toMatch(shape);
  expect(successorOf(token)).toMatch(shape);
  expect(successorOf(token)).not.toBe(token);
});
