import { mirroringEvents } from './mirror.rules.js';

describe('a bridge that waits', () => {
  it.each([
    ['running', 'running', []],
    ['running', 'success', ['success']],
    ['pending', 'success', ['success']],
    ['running', 'failed', ['drop']],
    ['running', 'canceled', ['cancel']],
    ['running', 'skipped', ['drop']],
    ['success', 'success', []],
    ['running', 'manual', []],
    ['failed', 'canceled', ['resume', 'cancel']],
    ['failed', 'running', ['resume']],
    ['failed', 'success', ['resume', 'success']],
    ['success', 'failed', ['resume', 'drop']],
    ['canceled', 'success', ['resume', 'success']],
    ['canceled', 'canceled', []],
    ['canceled', 'running', []],
    ['pending', null, ['drop']],
  ] as const)('and is %s, of a pipeline that is %s: %j', (bridge, downstream, events) => {
    expect(mirroringEvents(bridge, downstream, false)).toEqual(events);
  });
});

describe('a bridge that mirrors', () => {
  it.each([
    ['running', 'running', []],
    ['running', 'success', ['success']],
    ['running', 'failed', ['drop']],
    ['running', 'canceled', ['cancel']],
    ['running', 'skipped', ['pass']],
    ['running', 'manual', ['block']],
    ['manual', 'running', ['resume']],
    ['manual', 'success', ['resume', 'success']],
    ['skipped', 'running', ['resume']],
    ['running', null, ['drop']],
    ['success', null, []],
    ['canceled', 'canceled', []],
    ['canceled', 'running', []],
    ['canceled', 'success', ['resume', 'success']],
  ] as const)('and is %s, of a pipeline that is %s: %j', (bridge, downstream, events) => {
    expect(mirroringEvents(bridge, downstream, true)).toEqual(events);
  });
});
