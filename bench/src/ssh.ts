import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Git } from '@hearth/testing';
import { transfers } from './parts/git-transfers.js';
import { Benchmark } from './system/benchmark.js';
import { LARGE, makeHistory, SMALL, type HistorySize } from './transport/git-history.js';
import type { Hearth } from './system/hearth.js';
import { startSshd } from './transport/sshd.js';
import { pushed, type Sides } from './transport/transfers.js';

const run = promisify(execFile);

// Clones and pushes over SSH, against git behind OpenSSH's server.
await Benchmark.run(async (benchmark) => {
  const hearth = await benchmark.start('single', {}, 'single', { withSsh: true });
  const size = benchmark.large ? LARGE : SMALL;
  benchmark.progress(`a repository of ${size.commits} commits`);
  const sides = await sshSides(benchmark, hearth, size);
  return benchmark.parts({ transfers }, sides, 'sshd');
});

/** The same generated repository in Hearth and in a folder that sshd serves, with the same settings and one key. */
async function sshSides(benchmark: Benchmark, hearth: Hearth, size: HistorySize): Promise<Sides> {
  const folder = path.join(benchmark.folder, 'git');
  const source = await makeHistory(path.join(folder, 'source'), size);
  const [key, hostKey] = [await newKey(folder, 'user'), await newKey(folder, 'host')];
  await hearth.create('/user/keys', { title: 'bench', key: (await readFile(`${key}.pub`, 'utf8')).trim() });
  const ssh = `ssh -F none -i ${key} -o StrictHostKeyChecking=no -o UserKnownHostsFile=${folder}/known_hosts -q`;
  const options = ['-c', `core.sshCommand=${ssh}`];

  const sshd = await startSshd(folder, hostKey, `${key}.pub`);
  benchmark.atEnd(() => sshd.stop());
  const { ssh_url_to_repo: url } = await hearth.createProject('history');
  const ours = await pushed(source, path.join(folder, 'ours'), { url, options });
  const peer = path.join(folder, 'peer/history.git');
  await mkdir(peer, { recursive: true });
  await new Git(peer).run(['init', '--quiet', '--bare']);
  await writeFile(path.join(peer, 'config'), await hearth.repositorySettings());
  const theirs = await pushed(source, path.join(folder, 'theirs'), { url: `${sshd.url}${peer}`, options });
  return { folder, ours, theirs };
}

/** Makes a key without a passphrase, and returns the file of its private part. */
async function newKey(folder: string, name: string): Promise<string> {
  const file = path.join(folder, `${name}-key`);
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file]);
  return file;
}
