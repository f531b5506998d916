import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../commands/config.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { addConfigurationFile } from './configuration-file.mjs';
import { effectiveSettings } from './effective.mjs';

const FILE = 'HEARTH_GRACE: 45s\nHEARTH_COPIES: 2\nSMTP_URL: smtps://mail:secret@mail.example.com\n';

describe('the settings that apply', () => {
  const settings = [
    { name: 'HEARTH_GRACE', value: '45s', line: 1 },
    { name: 'HEARTH_COPIES', value: '2', line: 2 },
  ];
  const declared = [
    {
      describe: () => [
        { name: 'HEARTH_GRACE', defaultValue: '30s' },
        { name: 'HEARTH_LOG_LEVEL', defaultValue: 'info' },
      ],
    },
  ];

  it('are those of variables, of the file and defaults, in this order', () => {
    expect(effectiveSettings({ file: 'hearth.yaml', settings }, declared, { HEARTH_COPIES: '3', PATH: 'a' })).toEqual([
      { name: 'HEARTH_COPIES', value: '3', source: 'variable' },
      { name: 'HEARTH_GRACE', value: '45s', source: 'hearth.yaml, line 1' },
      { name: 'HEARTH_LOG_LEVEL', value: 'info', source: 'default' },
    ]);
  });
});

describe('./hearth config', () => {
  let folder;
  let printed;
  let complaints;
  const { env, stdout, stderr } = process;
  const writes = [stdout.write, stderr.write];

  const write = (text) => writeFileSync(path.join(folder, 'hearth.yaml'), text);
  const config = async (action, options) => {
    printed = complaints = '';
    return run({ data: folder, ...options }, [action]);
  };

  beforeAll(() => {
    folder = temporaryFolder('hearth-config-');
    process.env = { PATH: env.PATH, HOME: env.HOME, HEARTH_COPIES: '3' };
    stdout.write = (text) => Boolean((printed += text));
    stderr.write = (text) => Boolean((complaints += text));
  });
  afterAll(() => {
    [stdout.write, stderr.write] = writes;
    process.env = env;
    rmSync(folder, { recursive: true });
  });

  it('shows values, without secrets, and where they are from', async () => {
    write(FILE);
    const file = path.join(folder, 'hearth.yaml');
    expect([await config('show'), printed]).toEqual([
      0,
      `HEARTH_COPIES=3  (variable)\nHEARTH_GRACE=45s  (${file}, line 1)\nSMTP_URL=smtps://mail:[cut]@mail.example.com  (${file}, line 3)\n`,
    ]);
    expect([await config('check'), printed]).toEqual([0, `${file} has no mistakes.\n`]);
  });

  it('finds every mistake of names and values', async () => {
    write('HEARTH_GRACE: soon\nHEARTH_URLL: a\n');
    expect(await config('check')).toBe(1);
    const file = path.join(folder, 'hearth.yaml');
    expect(complaints).toMatch(`${file}, line 2: HEARTH_URLL is no setting of Hearth; HEARTH_URL is the nearest.\n`);
    expect(complaints).toMatch(`${file}, line 1: HEARTH_GRACE has an unusable value`);
    await expect(addConfigurationFile(folder)).rejects.toThrow('has mistakes');
  });

  it('is what the command finds in its environment', async () => {
    write(FILE);
    await addConfigurationFile(folder);
    expect([process.env.HEARTH_GRACE, process.env.HEARTH_COPIES]).toEqual(['45s', '3']);
  });
});
