import { SampleApp, outcome } from '../testing/sample-app.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const NO_ROUTE = { error: '404 Not Found' };

describe('the parameters of an endpoint', () => {
  let app: SampleApp;

  beforeAll(async () => {
    app = await SampleApp.start();
  });

  afterAll(() => app.close());

  const make = (query: string, payload?: string, headers: Record<string, string> = JSON_TYPE) =>
    app.send('POST', `/things${query}`, { caller: 'root', ...(payload === undefined ? {} : { payload, headers }) });

  it('come from query, form and JSON alike, the body before the query', async () => {
    const expected = [201, { said: { name: 'x', size: 3 } }];
    expect(outcome(await make('?name=x&size=3'))).toEqual(expected);
    expect(outcome(await make('', 'name=x&size=3', FORM_TYPE))).toEqual(expected);
    expect(outcome(await make('', '{"name":"x","size":3}'))).toEqual(expected);
    expect(outcome(await make('?name=x', '{"size":"3"}'))).toEqual(expected);
    expect(outcome(await make('?name=y&size=1', '{"name":"x","size":3}'))).toEqual(expected);
    expect(outcome(await make('?name=x&size=3', '{}'))).toEqual(expected);
    expect(outcome(await make('?name=x&size=3', ''))).toEqual(expected);
  });

  it('that stand in the path win over all others', async () => {
    const answer = await app.send('GET', '/things/7?thing_id=8');
    expect(answer.json()).toMatchObject({ id: 7 });
  });

  it('may be lists and hashes, as clients write them', async () => {
    const said = { name: 'x', size: 1, marks: [1, 2], custom: { color: 'red' } };
    const query = '?name=x&size=1&marks[]=1&marks[]=2&custom[color]=red';
    expect(outcome(await make(query))).toEqual([201, { said }]);
    expect(outcome(await make(query.replaceAll('[', '%5B').replaceAll(']', '%5D')))).toEqual([201, { said }]);
    expect(outcome(await make('?name=x&size=1&marks=1,2&custom[color]=red'))).toEqual([201, { said }]);
    expect(outcome(await make('', JSON.stringify(said)))).toEqual([201, { said }]);
    const actions = [{ action: 'cut', times: 2 }, { action: 'glue' }];
    expect(outcome(await make('?name=x&size=1', JSON.stringify({ actions })))).toEqual([
      201,
      { said: { name: 'x', size: 1, actions } },
    ]);
  });

  it('that are hashes may have keys of every name', async () => {
    const query = '?name=x&size=1';
    expect(outcome(await make(`${query}&custom[5]=five&custom[toString]=text`))).toEqual([
      201,
      { said: { name: 'x', size: 1, custom: { 5: 'five', toString: 'text' } } },
    ]);
    expect(outcome(await make(`${query}&marks[1]=5&marks[0]=7`))).toEqual([
      201,
      { said: { name: 'x', size: 1, marks: [7, 5] } },
    ]);
    const { statusCode, body } = await make(`${query}&custom[__proto__]=x`);
    expect([statusCode, body]).toEqual([400, expect.stringContaining('is invalid')]);
  });

  it('fail all at once, in the order in which they are declared', async () => {
    const wrong = '?kind=flat&size=big&marks[]=1&marks[]=x&marks[]=y&custom=red&shapes[]=huge&shapes[]=none';
    expect(outcome(await make(wrong))).toEqual([
      400,
      {
        error:
          'name is missing, size is invalid, kind does not have a valid value, marks is invalid, ' +
          'shapes does not have a valid value, custom is invalid',
      },
    ]);
  });

  it('that are lists of hashes say which field of which is wrong', async () => {
    const payload = JSON.stringify({ name: 'x', size: 1, actions: [{ action: 'cut' }, { times: 'x' }] });
    expect(outcome(await make('', payload))).toEqual([
      400,
      { error: 'actions[1][action] is missing, actions[1][times] is invalid' },
    ]);
    expect(outcome(await make('', '{"name":"x","size":1,"actions":"cut"}'))).toEqual([
      400,
      { error: 'actions is invalid' },
    ]);
    expect(outcome(await make('', '{"name":"x","size":1,"actions":7}'))).toEqual([
      400,
      { error: 'actions is invalid' },
    ]);
  });

  it('are ignored where they are not declared, by any name', async () => {
    const payload = '{"name":"x","size":1,"__proto__":{"admin":true},"constructor":1,"toString":2}';
    expect(outcome(await make('?more=1&__proto__[kind]=round', payload))).toEqual([
      201,
      { said: { name: 'x', size: 1 } },
    ]);
  });

  it('may not be other than an object in JSON', async () => {
    for (const payload of ['[1,2]', '"text"', '7', 'null', 'true'])
      expect(outcome(await make('?name=x&size=1', payload))).toEqual([201, { said: { name: 'x', size: 1 } }]);
  });

  it('are not in plain text, which is taken all the same', async () => {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    expect(outcome(await make('?name=x&size=1', 'name=y', headers))).toEqual([201, { said: { name: 'x', size: 1 } }]);
    const far = await make('?name=x&size=1', 'x'.repeat(1024 * 1024 + 1), headers);
    expect(outcome(far)).toEqual([413, { message: '413 Request Entity Too Large' }]);
  });

  it.each([
    ['{"name":', JSON_TYPE, 400, expect.stringContaining('message body does not match declared format')],
    ['data', { 'content-type': 'x/y' }, 406, "The requested content-type 'x/y' is not supported."],
    ['data', { 'content-type': 'json; charset=utf-8' }, 406, "The requested content-type 'json' is not supported."],
    ['data', { 'content-type': '' }, 406, "The requested content-type '' is not supported."],
    ['data', { 'content-type': 'x/y/z' }, 406, "The requested content-type 'x/y/z' is not supported."],
    ['--x', { 'content-type': 'multipart/form-data; boundary=x' }, 400, 'The form cannot be read.'],
    ['--x', { 'content-type': 'multipart/form-data' }, 400, 'The form cannot be read.'],
  ])('that cannot be read (%s) are refused', async (payload, headers, status, error) => {
    expect(outcome(await make('', payload, headers))).toEqual([status, { error }]);
  });

  it.each(['multipart/form-data; boundary=x', 'x/y', 'application/x-www-form-urlencoded'])(
    'may be absent although the content type says %s',
    async (type) => {
      expect(outcome(await make('?name=x&size=1', '', { 'content-type': type }))[0]).toBe(201);
      const bodiless = await app.send('POST', '/things?name=x&size=1', {
        caller: 'root',
        headers: { 'content-type': type },
      });
      expect(bodiless.statusCode).toBe(201);
    },
  );

  it('that come again count as they come last, lists aside', async () => {
    expect(outcome(await make('?name=y&name=x&size=2&size=1&marks[]=1&marks[]=2'))).toEqual([
      201,
      { said: { name: 'x', size: 1, marks: [1, 2] } },
    ]);
    expect(outcome(await make('', 'name=y&name=x&size=2&size=1', FORM_TYPE))[0]).toBe(201);
  });

  it('of a form may not be more than ten thousand', async () => {
    const far = await make('', `name=x&size=1${'&marks[]=1'.repeat(10_000)}`, FORM_TYPE);
    expect(outcome(far)).toEqual([413, { message: '413 Request Entity Too Large' }]);
    const said = outcome(await make('', `name=x&size=1${'&marks[]=1'.repeat(9_000)}`, FORM_TYPE))[1];
    expect((said as { said: { marks: number[] } }).said.marks).toHaveLength(9_000);
  });

  it('of a form may not be longer than a mebibyte', async () => {
    const answer = await make('', `name=x&size=1&more=${'x'.repeat(1024 * 1024)}`, FORM_TYPE);
    expect(outcome(answer)).toEqual([413, { message: '413 Request Entity Too Large' }]);
    expect(answer.headers['connection']).toBe('keep-alive');
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it('may be absent although a content type is given, on every verb', async () => {
    for (const method of ['GET', 'HEAD', 'DELETE', 'POST'] as const) {
      const path = method === 'POST' ? '/things/7/star' : '/things/7';
      const { statusCode } = await app.send(method, path, { caller: 'root', headers: JSON_TYPE });
      expect([method, statusCode]).toEqual([method, method === 'DELETE' ? 204 : 200]);
    }
  });

  it('that are ids in a path say so by their name', async () => {
    expect(outcome(await app.send('GET', '/things/seven'))).toEqual([400, { error: 'thing_id is invalid' }]);
    expect(outcome(await app.send('GET', `/things/${'9'.repeat(30)}`))).toEqual([200, { id: 0, name: 'thing 0' }]);
  });

  describe('in a path that ends with .json', () => {
    it('are the same where the last segment is a word or a number', async () => {
      expect((await app.send('GET', '/things.json?per_page=2')).json()).toHaveLength(2);
      expect((await app.send('GET', '/things/7.json')).json()).toEqual({ id: 7, name: 'thing 7' });
      expect((await app.send('GET', '/projects/sample%2Fpublic/thing.json')).statusCode).toBe(200);
    });

    it('keep it where it is part of a name', async () => {
      expect((await app.send('GET', '/names/package.json')).json()).toEqual({ said: 'package.json' });
      expect((await app.send('GET', '/names/package%2Ejson')).json()).toEqual({ said: 'package.json' });
    });

    it('are not there outside of the API', async () => {
      expect(outcome(await app.send('GET', '/-/who.json'))).toEqual([404, NO_ROUTE]);
    });
  });

  describe('that are files', () => {
    const hang = (...parts: string[]) =>
      app.send('PUT', '/picture', {
        caller: 'member',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        payload: `${parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--x--\r\n`,
      });
    const title = 'name="title"\r\n\r\nDusk';

    it('come with their name, their type and their content', async () => {
      const picture = 'name="picture"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nbytes';
      expect(outcome(await hang(title, picture))).toEqual([
        200,
        { said: { title: 'Dusk', name: 'a.png', type: 'image/png', content: 'bytes' } },
      ]);
    });

    it('are removed by an empty field, and left alone without one', async () => {
      expect(outcome(await hang(title, 'name="picture"\r\n\r\n'))).toEqual([
        200,
        { said: { title: 'Dusk', picture: 'none' } },
      ]);
      expect((await hang(title)).statusCode).toBe(200);
    });

    it('are neither texts nor the other way round', async () => {
      expect(outcome(await hang(title, 'name="picture"\r\n\r\nbytes'))).toEqual([400, { error: 'picture is invalid' }]);
      expect(outcome(await hang('name="title"; filename="a.txt"\r\n\r\nDusk'))).toEqual([
        400,
        { error: 'title is invalid' },
      ]);
      const payload = '{"title":"Dusk","picture":{"name":"a.png"}}';
      const answer = await app.send('PUT', '/picture', { caller: 'member', headers: JSON_TYPE, payload });
      expect(outcome(answer)).toEqual([400, { error: 'picture is invalid' }]);
    });
  });
});
