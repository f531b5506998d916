import http from 'node:http';
import { once } from 'node:events';
import { defineQuery } from '@hearth/contract-kit';
import { propagation } from '@opentelemetry/api';
import { until } from '@hearth/data/testing';
import type { Signer } from '@hearth/secrets';
import Fastify, { type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CallFailed } from './calls.js';
import { sampleAddress, sampleCaller, type SampleCaller } from './testing/sample-caller.js';
import { Look, NotForAnyone, Say } from './testing/sample-calls.js';
import { sampleParty } from './testing/sample-keys.js';
import { SampleOwner } from './testing/sample-owner.js';
import { callPurpose } from './wire.js';

const hello = { text: 'hello', mood: 'well' } as const;

describe('calls between processes', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let owner: SampleOwner;
  let gateway: Signer;

  const callerOf = (services: object, signer = gateway): SampleCaller => {
    const caller = sampleCaller(services, signer);
    closing.push(() => caller.close());
    return caller;
  };

  beforeAll(async () => {
    const [party, ci] = [await sampleParty('gateway'), await sampleParty('ci')];
    gateway = party.signer;
    owner = await SampleOwner.start(JSON.stringify([party.publicKey, ci.publicKey]));
    closing.push(() => owner.close());
    services = { projects: sampleAddress(owner.url) };
    others = { ci: ci.signer, stranger: (await sampleParty('gateway')).signer };
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  let services: object;
  let others: { ci: Signer; stranger: Signer };

  it('fail where the owner does not accept the caller', async () => {
    const { ci, stranger } = others;
    await expect(callerOf(services, ci).query(Say, hello)).rejects.toThrow(/answered 403 .*is not for ci/);
    await expect(callerOf(services, stranger).query(Say, hello)).rejects.toThrow(/answered 401/);
    await expect(callerOf(services).query(NotForAnyone, {})).rejects.toThrow(/answered 403/);
    expect(owner.errors).toEqual([]);
  });

  it('tell the owner of its failures, and the caller nothing of them', async () => {
    await expect(callerOf(services).query(Say, { ...hello, mood: 'break' })).rejects.toThrow(
      'projects.say: answered 500 (internal error)',
    );
    expect(owner.errors).toEqual(['projects.say']);
  });

  it('are not reported as errors when the caller aborts', async () => {
    const before = [...owner.errors];
    const leaving = new AbortController();
    const left = callerOf(services).query(Say, { text: 'stopped', mood: 'stop' }, { signal: leaving.signal });
    const failure = left.catch((error: unknown) => error);
    await until('the handler waits', () => Promise.resolve(owner.provider.waiting.includes('stopped')));
    leaving.abort();
    expect(await failure).toBeInstanceOf(CallFailed);
    await until('the handler stops', () => Promise.resolve(owner.provider.gaveUp.includes('stopped')));
    await callerOf(services).query(Say, hello);
    expect(owner.errors).toEqual(before);
  });

  const raw = (body: string, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${gateway.sign(callPurpose(Say))}`;
    return http.request(`${owner.url}/calls/projects.say`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    });
  };

  it.each<[string, () => string]>([
    ['for another contract', () => gateway.sign(callPurpose(Look))],
    [
      'to say who the caller is',
      () => gateway.sign({ type: 'caller', audience: 'projects', method: 'POST', url: '/calls/projects.say' }),
    ],
  ])('are refused with what was signed %s', async (_what, sign) => {
    const body = JSON.stringify(hello);
    const request = await raw(body, { authorization: `Bearer ${sign()}` });
    request.end(body);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(401);
  });

  it('are answered for callers that say nothing of their origin', async () => {
    const request = await raw(JSON.stringify(hello), { 'x-hearth-time-left': 'soon', 'x-hearth-actor': '-1' });
    request.end(JSON.stringify(hello));
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const { correlation, left, ...rest } = JSON.parse(String((await response.toArray()).join(''))) as Record<
      string,
      unknown
    >;
    expect(rest).toEqual({ text: 'hello' });
    expect(correlation).toMatch(/^[\w-]{36}$/);
    expect(left).toBeGreaterThan(20_000);
  });

  it('wait for an owner that does not listen as long as they are given, be it more than usual', async () => {
    const party = await sampleParty('gateway');
    const keys = JSON.stringify([party.publicKey]);
    const first = await SampleOwner.start(keys);
    const { url } = first;
    await first.close();
    const before = process.env['HEARTH_CALL_TIMEOUT'];
    process.env['HEARTH_CALL_TIMEOUT'] = '100ms';
    const caller = callerOf({ projects: sampleAddress(url) }, party.signer);
    if (before === undefined) delete process.env['HEARTH_CALL_TIMEOUT'];
    else process.env['HEARTH_CALL_TIMEOUT'] = before;
    const patient = caller.query(Say, hello, { timeoutMs: 60_000 });
    await expect(caller.query(Say, hello)).rejects.toThrow(/projects does not listen: connect ECONNREFUSED/);
    const second = await SampleOwner.start(keys, Number(new URL(url).port));
    closing.push(() => second.close());
    await expect(patient).resolves.toMatchObject({ text: 'hello' });
  });

  it('take the trace along', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const continued: unknown[] = [];
    propagation.setGlobalPropagator({
      inject: (_context, carrier, setter) => setter.set(carrier, 'traceparent', traceparent),
      extract: (context, carrier, getter) => {
        continued.push(getter.get(carrier, 'traceparent'));
        return context;
      },
      fields: () => ['traceparent'],
    });
    try {
      await callerOf(services).query(Say, hello);
    } finally {
      propagation.disable();
    }
    expect(continued).toEqual([traceparent]);
  });

  it('tell the handler that its caller hung up', async () => {
    const body = JSON.stringify({ text: 'hung up', mood: 'wait' });
    const request = await raw(body, { 'x-hearth-time-left': '60000' });
    request.on('error', () => undefined).end(body);
    await until('the handler waits', () => Promise.resolve(owner.provider.waiting.includes('hung up')));
    request.destroy();
    await until('the handler gives up', () => Promise.resolve(owner.provider.gaveUp.includes('hung up')));
  });

  it('refuse a body that is too large without reading it', async () => {
    const request = await raw('', { 'content-length': String(9 * 1024 * 1024) });
    request.on('error', () => undefined).flushHeaders();
    const [{ statusCode }] = (await once(request, 'response')) as [http.IncomingMessage];
    expect(statusCode).toBe(413);
    request.destroy();
  });
});

const Read = defineQuery({
  name: 'repository.read',
  callers: ['gateway'],
  input: z.object({ projectId: z.int() }),
  output: z.object({ storage: z.string() }),
  routeBy: 'projectId',
});

describe('calls about a storage', () => {
  const closing: (() => Promise<unknown>)[] = [];
  const asked: string[] = [];

  /** A process that answers for its storage, if it believes to be the owner. */
  const processOf = async (storage: string, owner: string) => {
    const fastify = Fastify();
    fastify.post('/calls/*', (_: FastifyRequest, reply) => {
      asked.push(storage);
      if (owner !== storage) return reply.code(421).header('x-hearth-storage', owner).send({ error: 'elsewhere' });
      return reply.send({ storage });
    });
    const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
    closing.push(() => fastify.close());
    return sampleAddress(url);
  };
  const callerOf = (repository: object) => {
    const signer = { sign: () => 'signed' } as unknown as Signer;
    const caller = sampleCaller({ repository }, signer);
    closing.push(() => caller.close());
    return caller;
  };

  beforeEach(() => asked.splice(0));
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  it('go on to the process that the asked one names, and next time there at once', async () => {
    const caller = callerOf({ a: await processOf('a', 'b'), b: await processOf('b', 'b') });
    await expect(caller.query(Read, { projectId: 1 })).resolves.toEqual({ storage: 'b' });
    expect(asked).toEqual(['a', 'b']);
    await caller.query(Read, { projectId: 1 });
    expect(asked).toEqual(['a', 'b', 'b']);
  });

  it('are not sent to and fro between processes that name each other', async () => {
    const caller = callerOf({ a: await processOf('a', 'b'), b: await processOf('b', 'a') });
    await expect(caller.query(Read, { projectId: 1 })).rejects.toThrow('repository.read: answered 421 (elsewhere)');
    expect(asked).toEqual(['a', 'b']);
  });

  it('fail where the process names a storage without an owner', async () => {
    const caller = callerOf({ a: await processOf('a', 'z') });
    await expect(caller.query(Read, { projectId: 1 })).rejects.toThrow(
      "repository.read: HEARTH_SERVICES has no address of repository's z",
    );
    expect(asked).toEqual(['a']);
  });

  it('ask anew once what was remembered leads nowhere', async () => {
    const [a, b] = [await processOf('a', 'a'), await processOf('b', 'b')];
    const caller = callerOf({ a, b });
    const remembered = caller as unknown as { http: { storages: Map<string, string> } };
    remembered.http.storages.set('repository:projectId:1', 'gone');
    await expect(caller.query(Read, { projectId: 1 })).rejects.toThrow("repository's gone");
    await expect(caller.query(Read, { projectId: 1 })).resolves.toMatchObject({ storage: expect.any(String) });
  });
});
