import { spawnSync } from 'node:child_process';
import path from 'node:path';

const CLI = path.resolve(import.meta.dirname, '../../cli.mjs');

/** Runs `./hearth exec` on a machine whose own Node is none. */
function exec(...command) {
  const env = { ...process.env, PATH: '/usr/bin:/bin' };
  return spawnSync(process.execPath, [CLI, 'exec', ...command], { encoding: 'utf8', env });
}

describe('./hearth exec', () => {
  it("runs a command with Hearth's Node first in PATH", () => {
    const { status, stdout } = exec('sh', '-c', 'exec node --print process.execPath');
    expect([status, stdout.trim()]).toEqual([0, process.execPath]);
  });

  it('ends as the command ends', () => {
    expect(exec('sh', '-c', 'exit 3').status).toBe(3);
    const { status, stderr } = exec('no-such-command');
    expect([status, stderr]).toEqual([127, expect.stringContaining('no-such-command cannot be run')]);
  });
});
