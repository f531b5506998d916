import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { defineSettings } from './settings.js';
import { duration, wholeNumber } from './variables.js';

/** Names of the command's variables, which no other part of a process declares. Settings are read once, so each case has its own. */
const settings = defineSettings('Samples', {
  HEARTH_DEBUG: duration({ min: 1, max: 60_000 }).describe('A duration'),
  HEARTH_DATA: z.string().describe('An address'),
});
const broken = defineSettings('Broken samples', {
  HEARTH_ROOT_PASSWORD: wholeNumber({ min: 1, max: 3 }).describe('A number'),
});

describe('settings of a process with a configuration file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-config-'));
  const file = path.join(folder, 'hearth.yaml');
  const names = ['HEARTH_CONFIG_FILE', 'HEARTH_DEBUG', 'HEARTH_DATA', 'HEARTH_ROOT_PASSWORD'];

  beforeAll(() => {
    writeFileSync(file, 'HEARTH_DEBUG: 20s\nHEARTH_DATA: of the file\nHEARTH_ROOT_PASSWORD: seven\n');
    Object.assign(process.env, { HEARTH_CONFIG_FILE: file, HEARTH_DATA: 'of the variable' });
  });
  afterAll(() => {
    for (const name of names) delete process.env[name];
    rmSync(folder, { recursive: true });
  });

  it('are those of variables, and else of the file', () => {
    expect(settings.read()).toEqual({ HEARTH_DEBUG: 20_000, HEARTH_DATA: 'of the variable' });
  });

  it('name the line of a value that cannot be used', () => {
    expect(() => broken.read()).toThrow(`${file}, line 3: HEARTH_ROOT_PASSWORD has an unusable value`);
  });
});
