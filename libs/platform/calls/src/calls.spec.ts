import { Refusal, defineQuery, type CallContract } from '@hearth/contract-kit';
import { until } from '@hearth/data/testing';
import { currentOrigin, withOrigin } from '@hearth/telemetry';
import { register } from 'prom-client';
import { z } from 'zod';
import { CallFailed, Calls } from './calls.js';
import { sampleAddress, sampleCaller } from './testing/sample-caller.js';
import { Append, SampleProvider, Say, TooLoud } from './testing/sample-calls.js';
import { sampleParty } from './testing/sample-keys.js';
import { SampleOwner, sampleApp } from './testing/sample-owner.js';

interface Bound {
  readonly calls: Calls;
  readonly provider: SampleProvider;
  close(): Promise<void>;
}

async function local(): Promise<Bound> {
  const app = await sampleApp();
  return { calls: app.get(Calls), provider: app.get(SampleProvider), close: () => app.close() };
}

async function http(): Promise<Bound> {
  const { signer, publicKey } = await sampleParty('gateway');
  const owner = await SampleOwner.start(JSON.stringify([publicKey]));
  const calls = sampleCaller({ projects: sampleAddress(owner.url) }, signer);
  const close = async () => {
    await calls.close();
    await owner.close();
  };
  return { calls, provider: owner.provider, close };
}

/** The owner's contract in another release. */
function released(contract: CallContract, shape: { input?: z.ZodType; output?: z.ZodType }) {
  return { ...contract, ...shape } as typeof Say;
}

describe.each([
  ['in one process', local],
  ['over HTTP', http],
])('calls %s', (_, bind) => {
  let bound: Bound;
  const say = (text: string, mood: 'well' | 'refuse' | 'break' | 'lie' | 'wait' | 'pass-on' = 'well') =>
    bound.calls.query(Say, { text, mood });

  beforeAll(async () => {
    bound = await bind();
  });
  afterAll(() => bound?.close());

  it('end with the answer', async () => {
    await expect(say('hello')).resolves.toMatchObject({
      text: 'hello',
      correlation: expect.stringMatching(/^[\w-]{36}$/),
    });
    await expect(bound.calls.command(Append, { id: 'one' })).resolves.toEqual({ id: 'one' });
  });

  it('end with the refusal as it was thrown', async () => {
    const refusal = await say('loud', 'refuse').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(TooLoud.is(refusal)).toBe(true);
    expect((refusal as Refusal).toRecord()).toEqual(TooLoud({ text: 'loud' }).toRecord());
  });

  const unknown = defineQuery({ name: 'projects.unheard-of', callers: ['gateway'], input: z.any(), output: z.any() });
  it.each<[string, (signal: AbortSignal) => Promise<unknown>, RegExp]>([
    [
      'a contract without a handler',
      () => bound.calls.query(unknown, {}),
      /projects.unheard-of: .*(answer|unknown call)/,
    ],
    [
      'an input that the owner does not take',
      () => bound.calls.query(Say, { text: 7 } as never),
      /does not take this input/,
    ],
    ['an input that is too large', () => say('x'.repeat(9 * 1024 * 1024)), /too large/],
    ['an answer that the caller does not know', () => say('', 'lie'), /not what the contract says/],
    ['a handler that fails', () => say('', 'break'), /projects.say: (broken inside|answered 500)/],
    [
      'no answer in time',
      () => bound.calls.query(Say, { text: 'slow', mood: 'wait' }, { timeoutMs: 60 }),
      /no answer within \d+ ms/,
    ],
    [
      'a deadline that has passed',
      () => withOrigin({ correlation: 'c', deadline: Date.now() - 1 }, () => say('')),
      /time was over/,
    ],
    [
      'a caller that has given up',
      (signal) => bound.calls.query(Say, { text: '', mood: 'well' }, { signal }),
      /its caller has gone/,
    ],
  ])('fail with %s', async (_case, call, reason) => {
    const failure = await call(AbortSignal.abort()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallFailed);
    expect((failure as CallFailed).message).toMatch(reason);
  });

  it('tell the handler when its time is over', async () => {
    const late = bound.calls.query(Say, { text: 'late', mood: 'wait' }, { timeoutMs: 50 });
    await expect(late).rejects.toThrow(CallFailed);
    await until('the handler gives up', () => Promise.resolve(bound.provider.gaveUp.includes('late')));
  });

  it('abort the handler when the caller has gone, long before the deadline', async () => {
    const caller = new AbortController();
    const call = bound.calls.query(Say, { text: 'left', mood: 'wait' }, { signal: caller.signal, timeoutMs: 60_000 });
    const failure = call.catch((error: unknown) => error);
    await until('the handler waits', () => Promise.resolve(bound.provider.waiting.includes('left')));
    caller.abort();
    expect(await failure).toBeInstanceOf(CallFailed);
    await until('the handler gives up', () => Promise.resolve(bound.provider.gaveUp.includes('left')));
  });

  it('run on behalf of their origin, and pass it on', async () => {
    const origin = { correlation: 'request-7', actor: 12, causation: 'event-3', deadline: Date.now() + 5_000 };
    for (const mood of ['well', 'pass-on'] as const) {
      const { left, ...said } = await withOrigin(origin, () => say('hi', mood));
      expect(said).toEqual({ text: 'hi', correlation: 'request-7', actor: 12, causation: 'event-3' });
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(5_000);
    }
    expect(currentOrigin()).toBeUndefined();
  });

  it('take the shorter of their own time and the origin’s', async () => {
    const within = (deadline: number, timeoutMs: number, mood: 'well' | 'pass-on' = 'pass-on') =>
      withOrigin({ correlation: 'c', deadline: Date.now() + deadline }, () =>
        bound.calls.query(Say, { text: '', mood }, { timeoutMs }),
      );
    expect((await within(60_000, 2_000)).left).toBeLessThanOrEqual(2_000);
    expect((await within(2_000, 60_000)).left).toBeLessThanOrEqual(2_000);
    expect((await within(60_000, 60_000, 'well')).left).toBeGreaterThan(50_000);
  });

  it('ignore what only a newer release knows, both ways', async () => {
    const newer = released(Say, { input: z.object({ text: z.string(), mood: z.string(), tone: z.string() }) });
    const input = { text: 'hi', mood: 'well', tone: 'soft' } as never;
    await expect(bound.calls.query(newer, input)).resolves.toMatchObject({ text: 'hi' });
    const older = released(Say, { output: z.object({ text: z.string() }) });
    await expect(bound.calls.query(older, { text: 'hi', mood: 'well' })).resolves.toEqual({ text: 'hi' });
  });

  it('carry what JSON carries, and nothing else', async () => {
    expect(Object.keys(await say('hi'))).toEqual(['text', 'correlation', 'left']);
  });

  it('are counted by how they ended', async () => {
    register.resetMetrics();
    await say('hi');
    await say('hi', 'refuse').catch(() => undefined);
    await say('hi', 'break').catch(() => undefined);
    const { values } = await register.getSingleMetric('hearth_call_duration_seconds')!.get();
    const counts = values.filter((value) => (value as { metricName?: string }).metricName?.endsWith('_count'));
    expect(counts.map(({ labels, value }) => [labels['outcome'], value])).toEqual([
      ['answered', 1],
      ['refused', 1],
      ['failed', 1],
    ]);
  });
});
