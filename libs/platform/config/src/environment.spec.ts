import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { defineSettings } from './settings.js';
import { duration, wholeNumber } from './variables.js';

/** Settings of the process are read once: each case has names of its own. */
const settings = defineSettings('Samples', {
  HEARTH_GRACE: duration({ min: 1, max: 60_000 }).describe('A duration'),
  HEARTH_URL: z.string().describe('An address'),
});
const broken = defineSettings('Broken samples', {
  HEARTH_COPIES: wholeNumber({ min: 1, max: 3 }).describe('A number'),
});

describe('settings of a process with a configuration file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-config-'));
  const file = path.join(folder, 'hearth.yaml');
  const names = ['HEARTH_CONFIG_FILE', 'HEARTH_GRACE', 'HEARTH_URL', 'HEARTH_COPIES'];

  beforeAll(() => {
    writeFileSync(file, 'HEARTH_GRACE: 20s\nHEARTH_URL: of the file\nHEARTH_COPIES: seven\n');
    Object.assign(process.env, { HEARTH_CONFIG_FILE: file, HEARTH_URL: 'of the variable' });
  });
  afterAll(() => {
    for (const name of names) delete process.env[name];
    rmSync(folder, { recursive: true });
  });

  it('are those of variables, and else of the file', () => {
    expect(settings.read()).toEqual({ HEARTH_GRACE: 20_000, HEARTH_URL: 'of the variable' });
  });

  it('name the line of a value that cannot be used', () => {
    expect(() => broken.read()).toThrow(`${file}, line 3: HEARTH_COPIES has an unusable value`);
  });
});
