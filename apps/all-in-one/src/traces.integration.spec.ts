import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestDatabase } from '@hearth/data/testing';
import { AppProcess, makeTemporaryFolder, processEnvironment, waitFor, type TemporaryFolder } from '@hearth/testing';
import { makeDatabase, STORAGES } from './testing/make-database.js';

/** Trace id of a client that sends traces of its own. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';
const SERVER = 2;
const CLIENT = 3;

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface Export {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: { readonly spans: Span[] }[];
  }[];
}

/** Collects the requests of an OTLP exporter with JSON. */
class Collector {
  readonly exports: Export[] = [];
  readonly headers: (string | undefined)[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void json(request).then((body) => {
        this.exports.push(body as Export);
        this.headers.push(request.headers['x-collector']?.toString());
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get spans(): Span[] {
    return this.exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

function attribute(attributes: Span['attributes'], name: string): string | number | undefined {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
}

describe('traces', () => {
  let folder: TemporaryFolder;
  let database: TestDatabase;
  let collector: Collector;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = await makeTemporaryFolder('traces');
    await chmod(folder.path, 0o755);
    database = await makeDatabase();
    collector = new Collector();
    await collector.listen();
    const keys = path.join(folder.path, 'encryption-keys');
    await writeFile(keys, `first:${Buffer.alloc(32, 1).toString('base64')}`);
    environment = {
      ...(await processEnvironment(folder.path, 'all-in-one')),
      HEARTH_KEYS_FILE: keys,
      ...database.environment,
      HEARTH_STORAGES: JSON.stringify(Object.fromEntries(STORAGES.map((name) => [name, `${folder.path}/${name}`]))),
      HEARTH_ACCESS_LOG: 'all',
    };
  });

  afterAll(async () => {
    collector?.close();
    await database?.drop();
    await folder?.remove();
  });

  /** Sends one request to a process that has just been started, and stops it. Returns its log. */
  async function ask(environment: NodeJS.ProcessEnv): Promise<AppProcess['log']> {
    const app = AppProcess.start('all-in-one', environment);
    try {
      await app.ready();
      const headers = { traceparent: `00-${TRACE}-${CLIENT_SPAN}-01`, connection: 'close' };
      const response = await fetch(`${app.url}/api/v4/projects?search=secret-of-a-query`, { headers });
      expect(response.status).toBe(200);
      await response.text();
      await waitFor('the line of the request', () => app.log.some(({ msg }) => msg === 'request'));
    } finally {
      expect(await app.stop()).toMatchObject({ status: 0, stderr: '' });
    }
    return app.log;
  }

  it('join the request with its statements, from the client on, and are sent before the process ends', async () => {
    const log = await ask({
      ...environment,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector=mine',
      // Spans are sent only at the end of the process.
      OTEL_BSP_SCHEDULE_DELAY: '600000',
    });
    const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
    const request = spans.find(({ kind }) => kind === SERVER)!;
    expect(request).toMatchObject({ name: 'GET /api/v4/projects', parentSpanId: CLIENT_SPAN });
    expect(attribute(request.attributes, 'http.response.status_code')).toBe(200);

    const statements = spans.filter(({ attributes }) => attribute(attributes, 'db.system.name') === 'postgresql');
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      expect(statement.kind).toBe(CLIENT);
      expect(ancestorsOf(statement, spans)).toContain(request.spanId);
      expect(attribute(statement.attributes, 'db.query.text')).toMatch(/^(select|with)\b.*\$1/);
    }
    expect(statements.map(({ name }) => name)).toContain('WITH projects');
    expect(JSON.stringify(collector.exports)).not.toContain('secret-of-a-query');

    const [{ resource }] = collector.exports[0]!.resourceSpans as [Export['resourceSpans'][0]];
    expect(attribute(resource.attributes, 'service.name')).toBe('all-in-one');
    expect(collector.headers).toContain('mine');
    const line = log.find(({ msg }) => msg === 'request');
    expect(line).toMatchObject({ traceId: TRACE, spanId: request.spanId, route: '/api/v4/projects', status: 200 });
  });

  it('do not begin with statements that nothing asked for', () => {
    const statements = collector.spans.filter(({ attributes }) => attribute(attributes, 'db.system.name'));
    expect(statements.filter(({ parentSpanId }) => !parentSpanId)).toEqual([]);
  });

  function ancestorsOf({ parentSpanId }: Span, spans: readonly Span[]): string[] {
    const parent = spans.find(({ spanId }) => spanId === parentSpanId);
    return parent ? [parent.spanId, ...ancestorsOf(parent, spans)] : [];
  }
});
