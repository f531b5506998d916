import { copyObjects, objectsIn } from './lfs.mjs';

const OID = 'a'.repeat(64);
const from = { url: 'https://old.example/a/b.git', username: 'oauth2', token: 'old' };
const to = { url: 'https://new.example/a/b.git', username: 'root', token: 'new' };

/** Answers by "METHOD URL"; a list of answers is given one after the other. */
function remotes(answers) {
  const requests = [];
  const fetch = async (url, { method = 'GET', headers, body }) => {
    const name = `${method} ${url}`;
    requests.push({ name, authorization: new Headers(headers).get('authorization'), body });
    const answer = answers[name]?.length ? answers[name].shift() : { status: 404 };
    if (answer instanceof Response) return answer;
    const { status = 200, ...json } = answer;
    return Response.json(json, { status, headers: { 'retry-after': '1' } });
  };
  return { fetch, requests };
}

/** An object of a batch's answer. */
const object = (actions) => ({ objects: [{ oid: OID, size: 3, ...actions }] });
const BATCH = 'info/lfs/objects/batch';
const upload = object({ actions: { upload: { href: `${to.url}/up`, header: { authorization: 'short-lived' } } } });

it('finds pointers among small files, each object once', () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${OID}\nsize 12\n`;
  const blob = (text) => `${'0'.repeat(40)} blob ${text.length}\n${text}\n`;
  const quoted = blob(`As in:\n${pointer}`);
  expect(objectsIn(blob('hi\n') + blob(pointer) + quoted + blob(pointer))).toEqual([{ oid: OID, size: 12 }]);
});

it('copies what the target lacks, and waits for the limit of the source', async () => {
  const elsewhere = 'https://bucket.example/object';
  const { fetch, requests } = remotes({
    [`POST ${to.url}/${BATCH}`]: [upload],
    [`POST ${from.url}/${BATCH}`]: [object({ actions: { download: { href: elsewhere } } })],
    [`GET ${elsewhere}`]: [{ status: 429 }, new Response('abc')],
    [`PUT ${to.url}/up`]: [{}],
  });
  const waits = [];
  const wait = async (milliseconds) => waits.push(milliseconds);
  expect(await copyObjects([{ oid: OID, size: 3 }], { from, to, fetch, wait })).toEqual([]);
  expect(waits).toEqual([1000]);
  // The credential of the source is no business of its bucket.
  expect(requests.map(({ name, authorization }) => [name.split(' ')[0], authorization])).toEqual([
    ['POST', `Basic ${btoa('root:new')}`],
    ['POST', `Basic ${btoa('oauth2:old')}`],
    ['GET', null],
    ['GET', null],
    ['PUT', 'short-lived'],
  ]);
  expect(await new Response(requests.at(-1).body).text()).toBe('abc');
});

it('reads nothing that the target has, and names what the source has lost', async () => {
  const present = remotes({ [`POST ${to.url}/${BATCH}`]: [object({})] });
  expect(await copyObjects([{ oid: OID, size: 3 }], { from, to, fetch: present.fetch })).toEqual([]);
  const lost = remotes({
    [`POST ${to.url}/${BATCH}`]: [upload],
    [`POST ${from.url}/${BATCH}`]: [object({ error: { code: 404, message: 'Object does not exist' } })],
  });
  expect(await copyObjects([{ oid: OID, size: 3 }], { from, to, fetch: lost.fetch })).toEqual([
    `${OID}: Object does not exist`,
  ]);
});
