import type { Git } from '@hearth/testing';
import type { Filled } from '../../forges/forge.js';
import type { HearthForge } from '../../forges/hearth-forge.js';
import type { Hearth } from '../../system/hearth.js';
import type { Outcome } from './at-rate.js';

/** Number of requests of the mix for each commit by the API, each job request of a runner, and each push by git. */
const WRITTEN = 25;
const POLLED = 20;
const PUSHED = 200;

/** Sends the nth request of a mix: reads of all services, commits, pushes and polls of runners. */
export type MixedRequests = (n: number) => Promise<Outcome>;

/** @param source of the pushes */
export async function mixedRequests(
  hearth: Hearth,
  forge: HearthForge,
  source: Git,
  filled: Filled,
): Promise<MixedRequests> {
  const reads = Object.values(forge.reads(filled));
  const project = { name: 'written', initialize_with_readme: true };
  const { id: written } = await hearth.create<{ id: number }>('/projects', project);
  const { token } = await hearth.create<{ token: string }>('/user/runners', { runner_type: 'instance_type' });
  const post = (resource: string, body: object) =>
    send(`${hearth.url}/api/v4${resource}`, {
      method: 'POST',
      headers: { ...forge.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  // Numbers of all runs: names are taken once.
  let number = 0;
  return (n) => {
    number += 1;
    if (n % PUSHED === 1) return push(source, filled.project.gitUrl, `pushed-${number}`);
    if (n % POLLED === 2) return post('/jobs/request', { token });
    if (n % WRITTEN === 3)
      return post(`/projects/${written}/repository/commits`, {
        ...{ branch: `branch-${number}`, start_branch: 'main', commit_message: 'Add a file' },
        actions: [{ action: 'create', file_path: `file-${number}.txt`, content: `${number}\n` }],
      });
    return send(reads[n % reads.length]!, { headers: forge.headers });
  };
}

async function send(url: string, request: RequestInit): Promise<Outcome> {
  try {
    const answer = await fetch(url, request);
    await answer.arrayBuffer();
    if (answer.ok) return 'answered';
    return answer.status === 503 && answer.headers.has('retry-after') ? 'refused' : 'failed';
  } catch {
    return 'failed';
  }
}

/** A push that is refused for the number of those that run looks like any other failure, but for its text. */
async function push(source: Git, url: string, branch: string): Promise<Outcome> {
  try {
    await source.run(['push', '--quiet', url, `main:refs/heads/${branch}`]);
    return 'answered';
  } catch (error) {
    return String(error).includes('503') ? 'refused' : 'failed';
  }
}
