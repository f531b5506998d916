import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder, waitFor, type TemporaryFolder } from '@hearth/testing';
import { hearth, setting } from '../system/hearth.js';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const BLOCKS = /^```sh\n([^]*?)^```$/gm;
/** Prints the tokens of the running system, and does not start or stop it. */
const COMMAND = `#!/bin/sh
case $1 in
  token) exec "$HEARTH_E2E_CLI" "$@" --data "$HEARTH_E2E_DATA" ;;
  up | down) ;;
  *) exit 64 ;;
esac
`;

/** Returns the commands in a text: its blocks of `sh`, on the running system in place of the one that they start. */
function commandsIn(text: string): string {
  const blocks = [...text.matchAll(BLOCKS)].map(([, block]) => block!);
  return blocks.join('\n').replaceAll('127.0.0.1:8080', new URL(hearth.url).host);
}

const page = (file: string) => readFile(path.join(ROOT, file), 'utf8');

describe('the commands of the documentation', () => {
  let folder: TemporaryFolder;

  beforeAll(async () => {
    folder = await makeTemporaryFolder('guides');
    await writeFile(path.join(folder.path, 'hearth'), COMMAND, { mode: 0o755 });
  });

  afterAll(async () => {
    for (const name of ['first', 'hello']) await hearth.root.delete(`/projects/root%2F${name}`);
    await folder.remove();
  });

  /** Runs commands as a person does who pastes them into one shell. @returns the output of all */
  async function paste(commands: string): Promise<string> {
    const name = { GIT_AUTHOR_NAME: 'Root', GIT_AUTHOR_EMAIL: 'root@hearth.test', GIT_CONFIG_GLOBAL: '/dev/null' };
    const env = { PATH: process.env['PATH'], HOME: folder.path, HEARTH_E2E_CLI: setting('HEARTH_E2E_CLI') };
    const committer = { GIT_COMMITTER_NAME: name.GIT_AUTHOR_NAME, GIT_COMMITTER_EMAIL: name.GIT_AUTHOR_EMAIL };
    const run = promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', `exec 2>&1\n${commands}`], {
      cwd: folder.path,
      env: { ...env, ...name, ...committer, HEARTH_E2E_DATA: setting('HEARTH_E2E_DATA') },
    });
    const { stdout } = await run.catch((error: { stdout: string }) => {
      throw new Error(`the commands failed:\n${error.stdout}`);
    });
    return stdout;
  }

  it('push a repository, as the README says', async () => {
    const own =
      'git init --quiet; git commit --quiet --allow-empty --message First; echo 1 > a; git add a; git commit -qm a\n';
    const [, section] = (await page('README.md')).split(/\n## Push a repository\n/);
    const output = await paste(own + commandsIn(section!.split('\n## ')[0]!));
    expect(output).toContain('"path_with_namespace":"root/first"');
    expect(output).toMatch(/"name":"a"[^]*$/);
  });

  it('lead from a first project to a merged change and a pipeline', async () => {
    const guides = ['docs/first-project.md', 'docs/review.md', 'docs/first-pipeline.md'];
    const output = await paste(commandsIn((await Promise.all(guides.map(page))).join('\n')));
    expect(output).toMatch(
      /remote: To create a merge request for greeting[^]*"state":"merged"[^]*"valid":true[^]*"token":"glrt-/,
    );
    const pipelines = () => hearth.root.read<object[]>('/projects/root%2Fhello/pipelines');
    await waitFor('the pipeline of the push', async () => (await pipelines()).length > 0);
    expect(await pipelines()).toEqual([expect.objectContaining({ ref: 'main', source: 'push' })]);
  });
});
