import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { Endpoint, returns } from './index.js';
import { SampleApp, outcome } from './testing/sample-app.js';
import { BASE_URL } from './testing/sample-people.js';
import { THINGS, abilities } from './testing/sample-endpoints.js';

describe('the answers of an endpoint', () => {
  let app: SampleApp;

  beforeAll(async () => {
    app = await SampleApp.start();
  });

  afterAll(() => app.close());

  it('have the status of the verb, unless another one is declared', async () => {
    const caller = 'root';
    expect((await app.send('GET', '/things/1')).statusCode).toBe(200);
    expect((await app.send('POST', '/me', { caller })).statusCode).toBe(201);
    expect((await app.send('POST', '/things/1/star', { caller })).statusCode).toBe(200);
    expect(outcome(await app.send('DELETE', '/things/1', { caller }))).toEqual([204, '']);
    expect(outcome(await app.send('DELETE', '/things', { caller }))).toEqual([202, { message: '202 Accepted' }]);
  });

  it('redirect to another address', async () => {
    const { statusCode, headers, body } = await app.send('GET', '/newest');
    expect([statusCode, headers['location'], body]).toEqual([302, `${BASE_URL}/api/v4/things/7`, '']);
  });

  it('are exactly application/json, refusals too', async () => {
    for (const path of ['/things', '/things/x', '/me', '/nowhere', '/things/1'])
      expect((await app.send('GET', path)).headers['content-type']).toBe('application/json');
  });

  it('close their connections while the process stops, refusals too', async () => {
    for (const path of ['/things/1', '/things/x', '/me', '/nowhere'])
      expect((await app.send('GET', path, { headers: { 'x-sample-closing': 'yes' } })).headers['connection']).toBe(
        'close',
      );
  });

  it('are the same outside of the API', async () => {
    expect(outcome(await app.send('GET', '/-/who'))).toEqual([200, { username: null, admin: null, level: null }]);
  });

  it('say that a path or a verb is unknown with one text', async () => {
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['PATCH', '/things'],
      ['PUT', '/me'],
      ['GET', '/projects/a/b/thing'],
    ] as const)
      expect(outcome(await app.send(method, path, { caller: 'root' }))).toEqual([404, { error: '404 Not Found' }]);
  });

  it.each([
    ['GET', 'GET /lie answers what it does not declare'],
    ['PUT', 'PUT /lie refuses what it does not declare: stuck'],
  ] as const)('that are not as declared fail the request where answers are checked: %s', async (method, failure) => {
    const failed = [500, { message: '500 Internal Server Error' }];
    expect(outcome(await app.send(method, '/lie', { caller: 'root' }))).toEqual(failed);
    expect(String(app.failures.at(-1))).toContain(failure);
  });

  it.each([
    ['GET', '/keys?shown=true', 'no-store'],
    ['POST', '/keys', 'no-store'],
    ['GET', '/keys', 'max-age=0, private, must-revalidate'],
    ['GET', '/things', 'max-age=0, private, must-revalidate'],
  ] as const)('are kept by nobody where they have a secret: %s %s', async (method, path, caching) => {
    expect((await app.send(method, path, { caller: 'root' })).headers['cache-control']).toBe(caching);
  });

  it('to anonymous callers are declared in one place', () => {
    const declare = () =>
      Endpoint.get('/projects/:id/thing', {
        ...{ summary: 'Read a thing', can: abilities.read, anonymous: 'allowed' },
        ...{ params: z.object({}), returns: returns.empty },
      })({}, 'read', { value: () => undefined });
    expect(declare).toThrow('/projects/:id/thing: read_thing is open to anonymous callers already');
  });

  describe('to a client that may have them', () => {
    it('are 304 while they are the same', async () => {
      const first = await app.send('GET', '/things/7');
      const etag = first.headers['etag'] as string;
      expect(etag).toMatch(/^W\/"[\w-]+"$/);
      const again = await app.send('GET', '/things/7', { headers: { 'if-none-match': etag } });
      expect([again.statusCode, again.payload]).toEqual([304, '']);
      expect((await app.send('GET', '/things/8', { headers: { 'if-none-match': etag } })).statusCode).toBe(200);
    });

    it('are 304 for lists, with their pages', async () => {
      const first = await app.send('GET', '/things?page=2');
      const headers = { 'if-none-match': first.headers['etag'] as string };
      const again = await app.send('GET', '/things?page=2', { headers });
      expect([again.statusCode, again.headers['x-page']]).toEqual([304, '2']);
      // A length would be that of the client's copy.
      expect(again.headers).not.toHaveProperty('content-length');
      expect((await app.send('GET', '/things?page=1', { headers })).statusCode).toBe(200);
    });

    it('are 304 for content that never changes', async () => {
      expect((await app.send('GET', '/content')).headers).toMatchObject({
        etag: '"abc"',
        'content-type': 'text/plain',
      });
      const again = await app.send('GET', '/content', { headers: { 'if-none-match': '"abc"' } });
      expect([again.statusCode, again.payload]).toEqual([304, '']);
    });

    it('are never 304 for writes, unless they say so themselves', async () => {
      const headers = { 'if-none-match': '*' };
      expect((await app.send('POST', '/me', { caller: 'root', headers })).statusCode).toBe(201);
      const star = await app.send('POST', `/things/${THINGS}/star`, { caller: 'root' });
      expect([star.statusCode, star.payload]).toEqual([304, '']);
    });
  });

  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['br, gzip;q=0', undefined],
    [undefined, undefined],
  ])('are compressed for clients that accept it (%s)', async (accepted, encoding) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await app.send('GET', '/content', { headers });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toBe('accept-encoding');
    const body = encoding === 'gzip' ? gunzipSync(answer.rawPayload) : answer.rawPayload;
    expect(body.toString()).toBe('content');
  });

  it('to HEAD are those to GET, without a body', async () => {
    for (const path of ['/things?page=2', '/things/7', '/content', '/me', '/things/x']) {
      const { headers, statusCode } = await app.send('GET', path);
      const head = await app.send('HEAD', path);
      expect([head.statusCode, head.payload]).toEqual([statusCode, '']);
      const { date: _asked, ...expected } = headers;
      expect(head.headers).toMatchObject(expected);
    }
  });

  describe('to a delete on a condition', () => {
    const deleteUnless = async (since: string) => {
      const headers = { 'if-unmodified-since': since };
      return outcome(await app.send('DELETE', '/things/1', { caller: 'root', headers }));
    };
    const FAILED = [412, { message: '412 Precondition Failed' }];

    it.each([
      ['the second of the change', 'Wed, 04 Mar 2026 05:06:07 GMT'],
      ['later', 'Thu, 05 Mar 2026 00:00:00 GMT'],
      ['later, with an offset', '2026-03-04T06:06:08+01:00'],
      ['later, in the form of old clients', 'Thursday, 05-Mar-26 00:00:00 GMT'],
      ['later, in the form of C', 'Thu Mar  5 00:00:00 2026'],
    ])('are as ever where the record has not changed since: %s', async (_, since) => {
      expect(await deleteUnless(since)).toEqual([204, '']);
    });

    it.each([
      ['a second before the change', 'Wed, 04 Mar 2026 05:06:06 GMT'],
      ['years before', 'Mon, 01 Jan 2018 00:00:00 GMT'],
      ['before, with an offset', '2026-03-04T05:06:07+01:00'],
      ['before, in the form of old clients', 'Tuesday, 03-Mar-26 00:00:00 GMT'],
      ['before, in the form of C', 'Tue Mar  3 00:00:00 2026'],
    ])('are 412 where it has: %s', async (_, since) => {
      expect(await deleteUnless(since)).toEqual(FAILED);
    });

    it.each(['yesterday', '', '7', 'tomorrow 1', 'Foo, 99 Bar 2026 00:00:00 GMT', '2026', '-1'])(
      'are as ever where the condition is no date: %j',
      async (since) => {
        expect(await deleteUnless(since)).toEqual([204, '']);
      },
    );
  });

  describe('that are pages', () => {
    const page = async (query: string) => {
      const { headers, payload } = await app.send('GET', `/things?${query}`, { caller: 'root' });
      const ids = (JSON.parse(payload) as { id: number }[]).map(({ id }) => id);
      const links = Object.fromEntries(
        [...((headers['link'] as string | undefined) ?? '').matchAll(/<([^<>]+)>; rel="(\w+)"/g)].map(
          ([, url, rel]) => [rel!, url!],
        ),
      );
      return { ids, links, headers };
    };

    it('link to their neighbours under the address that the client uses', async () => {
      const { links, headers } = await page('page=2&per_page=10&order_by=name&private_token=secret');
      const at = (number: number) => `${BASE_URL}/api/v4/things?order_by=name&page=${number}&per_page=10`;
      expect(links).toEqual({ prev: at(1), next: at(3), first: at(1), last: at(5) });
      expect(headers).toMatchObject({ 'x-total': '45', 'x-total-pages': '5', 'x-page': '2', 'x-next-page': '3' });
    });

    it.each(['asc', 'desc'])('by keys lead through the whole list once, %s', async (sort) => {
      let query: string | undefined = `pagination=keyset&order_by=id&sort=${sort}&per_page=20`;
      const seen: number[] = [];
      const sizes: number[] = [];
      while (query !== undefined) {
        const { ids, links, headers } = await page(query);
        seen.push(...ids);
        sizes.push(ids.length);
        for (const name of Object.keys(headers)) expect(name).not.toMatch(/^x-(total|page|next|prev|per)/);
        expect(Object.keys(links)).toEqual(links['next'] === undefined ? [] : ['next']);
        query = links['next']?.slice(links['next'].indexOf('?') + 1);
      }
      const all = Array.from({ length: THINGS }, (_, index) => index + 1);
      expect(seen).toEqual(sort === 'asc' ? all : all.toReversed());
      expect(sizes).toEqual([20, 20, 5]);
    });

    it('by keys keep the query of the client in the link', async () => {
      const { links } = await page(
        'pagination=keyset&order_by=id&sort=asc&per_page=10&private_token=secret&id_after=5',
      );
      expect(links['next']).toBe(
        `${BASE_URL}/api/v4/things?id_after=15&order_by=id&pagination=keyset&per_page=10&sort=asc`,
      );
    });

    it('by keys are refused in any other order', async () => {
      const refused = [405, { error: 'Keyset pagination is not yet available for this type of request' }];
      expect(outcome(await app.send('GET', '/things?pagination=keyset&order_by=name'))).toEqual(refused);
      expect(outcome(await app.send('GET', '/things?pagination=keyset'))).toEqual(refused);
      expect(outcome(await app.send('GET', '/things?pagination=cursor'))).toEqual([
        400,
        { error: 'pagination does not have a valid value' },
      ]);
    });

    it.each(['offset', 'legacy', ''])('are not by keys with pagination=%s', async (pagination) => {
      const answer = await app.send('GET', `/things?pagination=${pagination}`);
      expect([answer.statusCode, answer.headers['x-page']]).toEqual([200, '1']);
    });

    it('fall back where the page makes no sense', async () => {
      for (const query of ['page=0', 'page=-3', 'per_page=0', 'per_page=-1', 'page=&per_page='])
        expect((await page(query)).headers).toMatchObject({ 'x-page': '1', 'x-per-page': '20' });
      expect((await page('per_page=1000')).headers).toMatchObject({ 'x-per-page': '100' });
      expect((await page('page=9')).headers).toMatchObject({ 'x-page': '9', 'x-next-page': '', 'x-prev-page': '' });
      expect(outcome(await app.send('GET', '/things?page=x&per_page=y'))).toEqual([
        400,
        { error: 'page is invalid, per_page is invalid' },
      ]);
    });
  });
});
