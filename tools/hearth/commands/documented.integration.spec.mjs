import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Git } from '@hearth/testing';
import { root } from '../paths.mjs';
import { freePort } from '../ports.mjs';
import { runProgram } from '../run-program.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';

/** Commands of the README that are not part of the script below, with the reason. */
const ELSEWHERE = {
  './hearth up': 'stays in the foreground: it is started before the script, which stops it by its last command',
  './hearth test': 'is the command that runs this spec',
};

/** Commands of the blocks of shell code of a page, without their comments. */
function commandsOf(page) {
  const blocks = readFileSync(path.join(root, page), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms);
  const lines = [...blocks].flatMap(([, block]) => block.split('\n'));
  return lines.map((line) => line.split(/(?:^|\s)# /)[0].trimEnd()).filter((line) => line !== '');
}

describe('the commands of the README', () => {
  const { PATH } = process.env;
  let folder;
  let port;
  let env;
  const inside = (...parts) => path.join(folder, ...parts);
  const commands = commandsOf('README.md');
  const script = commands.filter((command) => !(command in ELSEWHERE));

  /** A checkout with a commit, whose `./hearth` has ports and data of its own; curl fails for refusals. */
  beforeAll(async () => {
    folder = temporaryFolder('hearth-documented-');
    port = await freePort();
    env = { PATH, HOME: inside('home') };
    mkdirSync(inside('home'));
    mkdirSync(inside('checkout'));
    writeFileSync(inside('home', '.curlrc'), 'silent\nshow-error\nfail-with-body\n');
    const command = JSON.stringify(path.join(root, 'hearth'));
    const options = `[ "$1" = up ] && set -- "$@" --port ${port} --ssh-port off`;
    const start = `#!/bin/sh\n${options}\nexec ${command} "$@" --data ${JSON.stringify(inside('data'))}\n`;
    writeFileSync(inside('checkout/hearth'), start, { mode: 0o755 });
    writeFileSync(inside('checkout/README.md'), '# First\n');
    const git = new Git(inside('checkout'));
    for (const args of [
      ['init', '--quiet'],
      ['add', 'README.md'],
      ['commit', '--quiet', '--message', 'Begin'],
    ])
      await git.run(args);
  });
  afterAll(async () => {
    await runProgram(inside('checkout/hearth'), ['down'], { env });
    rmSync(folder, { recursive: true, force: true });
  });

  it('are all run here, but for those that are named with a reason', () => {
    expect(Object.keys(ELSEWHERE).filter((command) => !commands.includes(command))).toEqual([]);
    expect(script.length).toBeGreaterThan(5);
    expect(script.at(-1)).toBe('./hearth down');
  });

  it('make a project, push, clone and read it, and leave nothing running', async () => {
    const up = spawn('./hearth', ['up'], { cwd: inside('checkout'), env, stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = new Promise((resolve) => up.once('exit', resolve));
    const lines = await new Promise((resolve) => up.stdout.setEncoding('utf8').once('data', resolve));
    expect(lines).toMatch(`Hearth is up at http://127.0.0.1:${port}`);

    const steps = script.join('\n').replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
    const { status, output } = await runProgram('sh', ['-e', '-c', steps], { cwd: inside('checkout'), env });
    expect([status, output]).toEqual([0, expect.stringMatching(/"name":"first".*"path":"README.md".*Hearth is down/s)]);
    expect(output).toContain(`Hearth is already up at http://127.0.0.1:${port}`);
    expect(readFileSync(inside('checkout/first/README.md'), 'utf8')).toBe('# First\n');
    expect(await exit).toBe(0);
  });
});
