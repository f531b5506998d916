import type { Principal } from '@hearth/contract-kit';
import { GitSlots, NoGitSlot } from './git-slots.js';

const LIMITS = { total: 4, perRepository: 3, perUser: 2, perAddress: 1, waitMs: 60_000 };
const never = new AbortController().signal;

const user = (userId: number) => ({ principal: { userId } as Principal, clientAddress: '192.0.2.1' });
const anonymous = (clientAddress: string) => ({ principal: null, clientAddress });

/** Returns whether a promise is still pending after all ready work has run. */
async function waits(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  const settled = await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, open))]);
  return settled === open;
}

describe('slots of git', () => {
  it.each([
    ['user', [1, 2], () => user(7)],
    ['anonymous address', [1], () => anonymous('192.0.2.9')],
    ['anonymous IPv6 network', [1], (index: number) => anonymous(`2001:db8::${index}`)],
    ['repository', [5, 5, 5], (index: number) => user(index)],
    ['process', [1, 2, 3, 4], (index: number) => user(index)],
  ] as const)('are bounded for one %s, and others have theirs', async (share, repositories, caller) => {
    const slots = new GitSlots(LIMITS);
    const releases = await Promise.all(repositories.map((id, index) => slots.take(caller(index), id, never)));
    const next = slots.take(caller(repositories.length), 5, never);
    expect(await waits(next)).toBe(true);
    if (share !== 'process') await slots.take(anonymous('192.0.2.2'), 99, never);
    releases[0]!();
    await next;
  });

  it('are waited for only so long', async () => {
    const slots = new GitSlots({ ...LIMITS, waitMs: 1 });
    const release = await slots.take(anonymous('a'), 1, never);
    await expect(slots.take(anonymous('a'), 1, never)).rejects.toThrow(NoGitSlot);
    release();
    await slots.take(anonymous('a'), 1, never);
  });

  it('are waited for by a bounded number, of whom others feel nothing', async () => {
    const slots = new GitSlots(LIMITS);
    const taken = await slots.take(anonymous('a'), 1, never);
    const waiting = Array.from({ length: 4 }, () => slots.take(anonymous('a'), 1, never));
    await expect(slots.take(anonymous('a'), 1, never)).rejects.toThrow(NoGitSlot);
    await slots.take(anonymous('b'), 1, never);
    let release = taken;
    for (const next of waiting) {
      release();
      release = await next;
    }
  });

  it('are not taken by who has gone', async () => {
    const slots = new GitSlots(LIMITS);
    const release = await slots.take(anonymous('a'), 1, never);
    const gone = new AbortController();
    const waiting = slots.take(anonymous('a'), 1, gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(slots.take(anonymous('a'), 1, AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    release();
    await slots.take(anonymous('a'), 1, never);
  });
});
