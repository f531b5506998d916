import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import type { ServiceName } from '@hearth/contract-kit';
import { ApiDocuments } from '../explorer/api-documents.js';
import { SampleServices, sampleProcess, sampleRoute, type SampleProcess } from '../testing/sample-services.js';
import { RouteLearner } from './route-learner.js';
import { RouteTable } from './route-table.js';
import { TableFolder } from './table-folder.js';

const INTERVAL_MS = 30_000;
const OWN = [sampleRoute('edge', '/version')];
const ownDocument = Buffer.from(JSON.stringify({ info: { version: '1' }, tags: [], paths: {}, components: {} }));

describe('a gateway', () => {
  let services: SampleServices;
  let folder: string;
  let now: number;
  let errors: jest.SpyInstance;
  let warnings: jest.SpyInstance;
  const running: RouteLearner[] = [];

  beforeEach(async () => {
    services = await SampleServices.make(['projects', 'ci']);
    folder = await mkdtemp(path.join(os.tmpdir(), 'routes-'));
    now = 0;
    errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((learner) => learner.onApplicationShutdown()));
    expect(warnings.mock.calls).toEqual([]);
    for (const spy of [errors, warnings]) spy.mockRestore();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (service: ServiceName, ...processes: SampleProcess[]) => services.processes.set(service, processes);

  /** A gateway of its own that begins to learn. */
  async function started(built: readonly SampleProcess[] = []) {
    const routes = new RouteTable([]);
    const documents = new ApiDocuments(() => ownDocument);
    const learner = new RouteLearner(services, services, services.verifier, routes, documents, {
      intervalMs: INTERVAL_MS,
      folder: new TableFolder(folder),
      built: built.map((process) => ({ service: 'ci' as const, ...process })),
      own: OWN,
      now: () => now,
    });
    running.push(learner);
    await learner.onModuleInit();
    return { learner, finds: (path: string) => routes.find('GET', path)?.service, documents, routes };
  }

  it('knows at the start what the services have, and its own routes', async () => {
    run('projects', sampleProcess('projects', ['/a/:id']));
    const { finds } = await started();
    expect(['/a/1', '/version', '/b'].map(finds)).toEqual(['projects', 'edge', undefined]);
  });

  it('learns a new route while it runs, and keeps the route of a request that it has begun', async () => {
    run('ci', sampleProcess('ci', ['/a']));
    const { learner, finds, routes } = await started();
    const begun = routes.find('GET', '/a');
    run('ci', sampleProcess('ci', ['/b']));
    await learner.askAll();
    now = 11 * INTERVAL_MS;
    await learner.askAll();
    expect([finds('/a'), finds('/b'), begun?.service]).toEqual([undefined, 'ci', 'ci']);
  });

  it('learns at once when an answer shows a version that it does not know', async () => {
    const [before, after] = [sampleProcess('ci', ['/a']), sampleProcess('ci', ['/a', '/b'])];
    run('ci', before);
    const { learner, finds } = await started();
    run('ci', after);
    services.answers.length = 0;
    for (let time = 0; time < 5; time += 1) learner.notice('ci', 'another');
    await learner.askAll();
    expect(finds('/b')).toBe('ci');
    expect(services.answers).toEqual(['200 /routes', '200 /openapi.json']);
  });

  it('fetches nothing again that has not changed', async () => {
    run('ci', sampleProcess('ci', ['/a']));
    const { learner } = await started();
    services.answers.length = 0;
    await learner.askAll();
    expect(services.answers).toEqual(['304 /routes']);
  });

  it('keeps the routes of a service that is away, however long', async () => {
    run('ci', sampleProcess('ci', ['/a']));
    const { learner, finds } = await started();
    run('ci');
    now = 1_000 * INTERVAL_MS;
    await learner.askAll();
    expect(finds('/a')).toBe('ci');
    expect(learner.problems).toEqual([]);
  });

  it('has the routes of both versions while a service is rolled out, and of the new one later', async () => {
    const [older, newer] = [sampleProcess('ci', ['/a', '/old']), sampleProcess('ci', ['/a', '/new'])];
    run('ci', older, older);
    const { learner, finds } = await started();
    run('ci', older, newer);
    for (let round = 0; round < 30; round += 1) {
      now += INTERVAL_MS;
      await learner.askAll();
      expect([finds('/old'), finds('/new')]).toEqual(['ci', 'ci']);
    }
    run('ci', newer, newer);
    await learner.askAll();
    expect([finds('/old'), finds('/new')]).toEqual(['ci', 'ci']);
    now += 11 * INTERVAL_MS;
    await learner.askAll();
    expect([finds('/old'), finds('/new')]).toEqual([undefined, 'ci']);
  });

  it('starts with what it knew, without any service', async () => {
    run('ci', sampleProcess('ci', ['/a']));
    await started();
    run('ci');
    const { finds, documents } = await started();
    expect(finds('/a')).toBe('ci');
    expect(documents.document.info.version).toBe('1');
  });

  it('starts with what it was built with where it knew nothing', async () => {
    run('ci');
    const { finds } = await started([sampleProcess('ci', ['/built'])]);
    expect(finds('/built')).toBe('ci');
  });

  it('leaves a path with the service that had it first, also after a restart, and says so', async () => {
    run('projects', sampleProcess('projects', ['/a/:id']));
    run('ci', sampleProcess('ci', ['/b']));
    const { learner, finds } = await started();
    run('ci', sampleProcess('ci', ['/a/:name', '/version', '/b']));
    await learner.askAll();
    expect(['/a/1', '/version', '/b'].map(finds)).toEqual(['projects', 'edge', 'ci']);
    const problem = 'GET /a/: is claimed by ci too; it stays with projects.';
    expect(learner.problems).toContain(problem);
    await learner.askAll();
    expect(errors).toHaveBeenCalledTimes(2);
    const again = await started();
    expect([again.finds('/a/1'), again.learner.problems.includes(problem)]).toEqual(['projects', true]);
  });

  it.each<[string, (genuine: SampleProcess) => Partial<SampleProcess>, string]>([
    ['with the key of another service', () => ({ signedBy: 'projects' }), 'projects has signed them'],
    [
      'for another table',
      ({ text }) => ({ text: text.replace('/b', '/c'), signs: 'x' }),
      'its signature is for another table',
    ],
    ['in the name of another service', () => sampleProcess('projects', ['/b']), 'it has routes of another service'],
    ['with a path that takes in others', () => sampleProcess('ci', ['/*']), 'its format is not that of a route table'],
    [
      'twice for a path',
      () => sampleProcess('ci', ['/b', '/b']),
      "the router refuses it: Method 'GET' already declared for route '/b' with constraints '{}'",
    ],
  ])('refuses a table that is signed %s', async (_, forge, reason) => {
    run('ci', sampleProcess('ci', ['/a']));
    const { learner, finds } = await started();
    const genuine = sampleProcess('ci', ['/b']);
    run('ci', { ...genuine, ...forge(genuine) });
    await learner.askAll();
    expect(['/a', '/b', '/c'].map(finds)).toEqual(['ci', undefined, undefined]);
    expect(learner.problems).toEqual([`The routes of ci are not used: ${reason}.`]);
    run('ci', genuine);
    await learner.askAll();
    expect([finds('/b'), learner.problems]).toEqual(['ci', []]);
  });
});
