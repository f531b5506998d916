import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  AppProcess,
  makeTemporaryFolder,
  processEnvironment,
  waitFor,
  type Ended,
  type TemporaryFolder,
} from '@hearth/testing';
import { request } from 'undici';

type Release = 'first' | 'second';

/** The document of a release, as a generator would write it. */
function documentOf(release: Release): string {
  const paths = release === 'first' ? ['/api/v4/samples'] : ['/api/v4/samples', '/api/v4/samples/new'];
  const operation = (at: string) => ({ operationId: at, summary: `Get ${at}`, tags: ['samples'] });
  return JSON.stringify({
    info: { version: '1' },
    tags: [{ name: 'samples' }],
    paths: Object.fromEntries(paths.map((at) => [at, { get: operation(at) }])),
    components: {},
  });
}

describe('a gateway before a service that is released on its own', () => {
  const running: AppProcess[] = [];
  let folder: TemporaryFolder;
  let ofService: Record<string, string>;
  let ofGateway: Record<string, string>;
  let gateway: AppProcess;
  let service: AppProcess;

  beforeAll(async () => {
    folder = await makeTemporaryFolder('new-routes');
    [ofService, ofGateway] = await Promise.all([environment('ci'), environment('gateway')]);
    service = await startService('first');
    gateway = await startGateway();
  }, 120_000);

  afterAll(async () => {
    await Promise.all(running.map((each) => each.stop()));
    await folder?.remove();
  }, 60_000);

  /** The environment of a process that believes the gateway and the service. */
  async function environment(name: 'ci' | 'gateway'): Promise<Record<string, string>> {
    return { ...(await processEnvironment(folder.path, name)), HEARTH_LOG_LEVEL: 'warn' };
  }

  async function settings(own: Record<string, string>): Promise<Record<string, string>> {
    const keys = await Promise.all(
      [ofService, ofGateway].map(
        async ({ HEARTH_VERIFY_KEYS: file }) => JSON.parse(await readFile(file!, 'utf8')) as object[],
      ),
    );
    const verifyKeys = path.join(folder.path, 'all.keys.json');
    await writeFile(verifyKeys, JSON.stringify(keys.flat()));
    const ci = { routed: `http://${ofService['HEARTH_ROUTED']}`, internal: `http://${ofService['HEARTH_INTERNAL']}` };
    return { ...own, HEARTH_VERIFY_KEYS: verifyKeys, HEARTH_SERVICES: JSON.stringify({ ci }) };
  }

  async function begin(process: AppProcess): Promise<AppProcess> {
    running.push(process);
    await process.ready();
    return process;
  }

  async function startService(release: Release): Promise<AppProcess> {
    const document = path.join(folder.path, `${release}.json`);
    await writeFile(document, documentOf(release));
    const program = `testing/sample-service ${release} ${document}`;
    return begin(AppProcess.start('gateway', await settings(ofService), program));
  }

  async function startGateway(): Promise<AppProcess> {
    const own = {
      HEARTH_ROUTES_FOLDER: path.join(folder.path, 'routes'),
      HEARTH_ROUTES_INTERVAL: '200ms',
      HEARTH_CALL_TIMEOUT: '500ms',
    };
    return begin(AppProcess.start('gateway', { ...(await settings(ofGateway)), ...own }));
  }

  async function get(at: string): Promise<[number, unknown]> {
    const { statusCode, body } = await request(`${gateway.url}/api/v4${at}`);
    return [statusCode, await body.json()];
  }

  const stop = (process: AppProcess): Promise<Ended> => process.stop();

  it('knows the endpoints of the service, and no others', async () => {
    expect(await get('/samples')).toEqual([200, { release: 'first' }]);
    expect(await get('/samples/new')).toEqual([404, { error: '404 Not Found' }]);
  });

  it('serves an endpoint that a new release of the service brings, and describes it, without a restart', async () => {
    await stop(service);
    service = await startService('second');
    await waitFor('the new endpoint', async () => (await get('/samples/new'))[0] === 200);
    expect(await get('/samples/new')).toEqual([200, { release: 'second' }]);
    const [, { paths }] = (await get('/openapi.json')) as [number, { paths: object }];
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/v4/samples/new', '/api/v4/version']));
  }, 60_000);

  it('keeps the endpoints of a service that is away: 503, not 404', async () => {
    await stop(service);
    expect((await get('/samples/new'))[0]).toBe(503);
    expect((await get('/samples/other'))[0]).toBe(404);
  }, 60_000);

  it('starts with what it knew while the service is away', async () => {
    await stop(gateway);
    gateway = await startGateway();
    expect((await get('/samples/new'))[0]).toBe(503);
    service = await startService('second');
    await waitFor('the endpoint', async () => (await get('/samples/new'))[0] === 200);
  }, 60_000);
});
