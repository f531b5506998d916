import { Failure } from '../failure.mjs';
import { connect, patientSender, RequestRefused } from './client.mjs';

/** A server that gives these answers one after the other, and the requests that it got. */
function serverWith(...answers) {
  const requests = [];
  const fetch = async (url, { method, headers, body }) => {
    requests.push({ url: String(url), method, headers, body });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { fetch, requests };
}

function answer(status, body, headers = {}) {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** A client of such a server, with a clock that only waiting moves. */
async function clientOf(...answers) {
  const server = serverWith(...answers);
  let now = 1_600_000_000_000;
  const waits = [];
  const wait = async (milliseconds) => {
    waits.push(milliseconds);
    now += milliseconds;
  };
  const client = await connect({ url: 'https://old.example/git', token: 't', ...server, wait, clock: () => now });
  return { client, waits, requests: server.requests };
}

it('reads all pages of a list, with the token in a header', async () => {
  const link = '<https://old.example/git/api/v4/projects/1/labels?page=2&per_page=100>; rel="next"';
  const { client, requests } = await clientOf(answer(200, [{ id: 1 }], { link }), answer(200, [{ id: 2 }]));
  expect(await client.ProjectLabels.all(1)).toEqual([{ id: 1 }, { id: 2 }]);
  expect(requests.map(({ url }) => url)).toEqual([
    'https://old.example/git/api/v4/projects/1/labels?per_page=100',
    'https://old.example/git/api/v4/projects/1/labels?page=2&per_page=100',
  ]);
  expect(requests[0].headers).toMatchObject({ 'private-token': 't' });
});

it('repeats what a rate limit has refused, when the limit allows it', async () => {
  const { client, waits, requests } = await clientOf(
    ...[
      answer(429, {}, { 'retry-after': '5' }),
      answer(200, { id: 1 }, { 'ratelimit-remaining': '0', 'ratelimit-reset': '3' }),
    ],
    answer(200, { id: 2 }),
  );
  await client.ProjectLabels.create(1, 'bug', '#ff0000');
  await client.Projects.show(2);
  expect(waits).toEqual([5000, 3000]);
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
});

it('repeats reads while the server is away, and no writes', async () => {
  const { client, waits } = await clientOf(answer(502, {}), new TypeError('fetch failed'), answer(200, { id: 1 }));
  expect(await client.Projects.show(1)).toEqual({ id: 1 });
  expect(waits).toEqual([1000, 2000]);
  const writing = await clientOf(new TypeError('fetch failed'));
  await expect(writing.client.Projects.create({ name: 'a' })).rejects.toThrow(Failure);
  expect(writing.requests).toHaveLength(1);
});

it('gives the reason of a refusal', async () => {
  const { client } = await clientOf(answer(400, { message: { title: ["can't be blank"] } }));
  await expect(client.Issues.create(1, '')).rejects.toThrow(
    new RequestRefused({ status: 400, description: `{"title":["can't be blank"]}` }),
  );
});

it('ends where the token is not accepted', async () => {
  const { client } = await clientOf(answer(401, { message: '401 Unauthorized' }));
  await expect(client.Users.showCurrentUser()).rejects.toThrow(Failure);
});

it('gives up a server that stays away', async () => {
  const { fetch, requests } = serverWith(...Array.from({ length: 20 }, () => answer(503, {}, { 'retry-after': '1' })));
  const send = patientSender({ fetch, wait: async () => {}, clock: () => 0 });
  await expect(send('user', { prefixUrl: 'https://old.example/api/v4/', method: 'GET' })).rejects.toThrow(
    'does not answer',
  );
  expect(requests).toHaveLength(8);
});
