import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from '../hearth/run-program.mjs';
import { temporaryFolder } from '../hearth/suites/temporary-folder.mjs';
import { rulesFile } from './rules.mjs';

const promtool = process.env.HEARTH_TEST_PROMTOOL;

describe('the rules for Prometheus', () => {
  let folder;

  beforeAll(() => {
    folder = temporaryFolder('hearth-rules-');
    writeFileSync(path.join(folder, 'rules.yaml'), rulesFile());
    cpSync(path.join(import.meta.dirname, 'alerts.test.yaml'), path.join(folder, 'alerts.test.yaml'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['are valid', ['check', 'rules', 'rules.yaml']],
    ['fire in their faults, and not in others', ['test', 'rules', 'alerts.test.yaml']],
  ])('%s', async (_case, args) => {
    const { status, output } = await runProgram(promtool, args, { cwd: folder });
    expect({ status, output }).toMatchObject({ status: 0 });
  });
});
