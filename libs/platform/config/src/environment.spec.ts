import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
const PROGRAM = `
  import { defineSettings } from ${at('./settings.js')};
  import { list, wholeNumber } from ${at('./variables.js')};
  const settings = defineSettings('Samples', {
    HEARTH_URL: list().describe('Addresses'),
    HEARTH_COPIES: wholeNumber({ min: 1, max: 3 }).describe('A number'),
  });
  try {
    console.log(JSON.stringify(settings.read()));
  } catch (error) {
    console.log(error.message);
  }`;

describe('settings of a process with a configuration file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-config-'));
  const file = path.join(folder, 'hearth.yaml');
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Each case has a process of its own, which reads the file once. @returns what it prints */
  function read(text: string, variables: Readonly<Record<string, string>> = {}): string {
    writeFileSync(file, text);
    const env = { HEARTH_CONFIG_FILE: file, ...variables };
    return spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], { env, encoding: 'utf8' }).stdout;
  }

  it('are those of variables, and else of the file', () => {
    const text = 'HEARTH_URL: of the file\nHEARTH_COPIES: 2\n';
    expect(JSON.parse(read(text, { HEARTH_URL: 'of the variable' }))).toEqual({
      HEARTH_URL: ['of the variable'],
      HEARTH_COPIES: 2,
    });
  });

  it('name the line of a value that cannot be used', () => {
    expect(read('HEARTH_URL: a\nHEARTH_COPIES: seven\n')).toMatch(
      `${file}, line 2: HEARTH_COPIES has an unusable value`,
    );
  });
});
