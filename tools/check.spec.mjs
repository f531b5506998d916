import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

describe('tools/check.mjs', () => {
  let root;

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'hearth-check-'));
    mkdirSync(path.join(root, 'tools'));
    copyFileSync(path.join(import.meta.dirname, 'check.mjs'), path.join(root, 'tools/check.mjs'));
  });

  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  /** A check of that name which prints a line and ends with a status. */
  function stand(file, status) {
    writeFileSync(path.join(root, 'tools', file), `console.log('seen by ${file}'); process.exitCode = ${status};\n`);
  }

  function check(...names) {
    const { status, stdout } = spawnSync(process.execPath, ['tools/check.mjs', ...names], {
      cwd: root,
      encoding: 'utf8',
    });
    return { status, lines: stdout.trimEnd().split('\n') };
  }

  it('passes when each check does, in a line each', () => {
    stand('budgets.mjs', 0);
    stand('generate.mjs', 0);
    const { status, lines } = check('budgets', 'generated');
    expect(status).toBe(0);
    expect(lines.sort()).toEqual([
      expect.stringMatching(/^ok {6}budgets {5}\d+\.\d s$/),
      expect.stringMatching(/^ok {6}generated {3}\d+\.\d s$/),
    ]);
  });

  it('fails when one fails, and shows what that one found', () => {
    stand('budgets.mjs', 1);
    stand('generate.mjs', 0);
    const { status, lines } = check('budgets', 'generated');
    expect(status).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^failed {2}budgets /));
    expect(lines).toContainEqual('        seen by budgets.mjs');
    expect(lines).not.toContainEqual(expect.stringContaining('seen by generate.mjs'));
  });

  it('says which check it skips', () => {
    stand('budgets.mjs', 0);
    const { status, lines } = check('budgets', 'generated');
    expect(status).toBe(0);
    expect(lines).toContain('skipped generated   there is no tools/generate.mjs');
  });

  it('refuses the name of a check that it does not have', () => {
    expect(check('spelling').status).toBe(2);
  });
});
