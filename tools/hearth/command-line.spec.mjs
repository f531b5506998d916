import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { SCOPES as ALL_SCOPES } from '@hearth/contract-kit';
import { parseCommandLine } from './command-line.mjs';
import { COMMANDS, SCOPES } from './command-table.mjs';
import { defaultData, root } from './paths.mjs';
import { temporaryFolder } from './suites/temporary-folder.mjs';

describe('parseCommandLine', () => {
  it('fills in the defaults of up', () => {
    expect(parseCommandLine(['up'])).toEqual({
      command: 'up',
      values: { port: 8080, 'ssh-port': 2222, data: defaultData },
      positionals: [],
    });
  });

  it('reads options and resolves the data folder from where the command is typed', () => {
    const { values } = parseCommandLine([
      'up',
      '--split',
      '--port',
      '9000',
      '--host=0.0.0.0',
      '--data',
      'my data',
      '--detach',
    ]);
    const ports = { port: 9000, 'ssh-port': 2222 };
    expect(values).toEqual({ split: true, ...ports, host: '0.0.0.0', data: path.resolve('my data'), detach: true });
  });

  it('says the version', () => {
    expect(parseCommandLine(['--version'])).toEqual({
      help: expect.stringMatching(/^hearth \d+\.\d+\.\d+( \([0-9a-f]{40,}\))?$/),
    });
  });

  it('takes positional arguments before and after options', () => {
    expect(parseCommandLine(['token', 'root', '--scopes', 'api,sudo']).positionals).toEqual(['root']);
    expect(parseCommandLine(['token', '--scopes', 'api', 'root']).positionals).toEqual(['root']);
  });

  it('reads the port for SSH, or that there is none', () => {
    expect(parseCommandLine(['up', '--ssh-port', '22']).values['ssh-port']).toBe(22);
    expect(parseCommandLine(['up', '--ssh-port', 'off']).values['ssh-port']).toBe('off');
  });

  it('reads how many replicas there are to be', () => {
    expect(parseCommandLine(['up', '--split', '--replicas', '3']).values).toMatchObject({ split: true, replicas: 3 });
  });

  it('reads how many storages there are to be', () => {
    expect(parseCommandLine(['up', '--split', '--storages', '4']).values).toMatchObject({ split: true, storages: 4 });
  });

  it('takes any number of names to restart', () => {
    expect(parseCommandLine(['restart']).positionals).toEqual([]);
    expect(parseCommandLine(['restart', 'ci', 'gateway', 'identity-2']).positionals).toEqual([
      'ci',
      'gateway',
      'identity-2',
    ]);
  });

  it('takes the data folder that another command has made, and any for one that makes it', () => {
    const folder = temporaryFolder('hearth-command-line-');
    try {
      expect(parseCommandLine(['up', '--data', folder]).values.data).toBe(folder);
      expect(() => parseCommandLine(['down', '--data', folder])).toThrow('is no data folder');
      mkdirSync(path.join(folder, 'secrets'));
      expect(parseCommandLine(['down', '--data', folder]).values.data).toBe(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('knows the scopes of tokens, and names them', () => {
    expect(SCOPES).toEqual([...ALL_SCOPES]);
    expect(parseCommandLine(['token', 'root', '--scopes', 'api, sudo']).values.scopes).toEqual(['api', 'sudo']);
    expect(parseCommandLine(['token', '--help']).help).toContain(SCOPES.join(', '));
  });

  it('names what a backup is written to', () => {
    expect(parseCommandLine(['backup', '--help']).help).toContain('a folder or s3://bucket/prefix');
  });

  it('leaves what stands behind exec to the command', () => {
    const { values, positionals } = parseCommandLine(['exec', 'npx', 'nx', '--help', '--data=x']);
    expect([values, positionals]).toEqual([{}, ['npx', 'nx', '--help', '--data=x']]);
  });

  it('takes several ids of dead letters', () => {
    const { values, positionals } = parseCommandLine([
      'dead-letters',
      'replay',
      'ci/event/1',
      '--service',
      'ci',
      'ci/event/2',
    ]);
    expect(positionals).toEqual(['replay', 'ci/event/1', 'ci/event/2']);
    expect(values).toMatchObject({ service: 'ci' });
  });

  it.each([
    [['frobnicate'], 'there is no command "frobnicate"'],
    [['constructor'], 'there is no command "constructor"'],
    [['up', '--port', '0'], '"0" is not a port'],
    [['up', '--ssh-port', 'on'], '"on" is not a port'],
    [['up', '--port', '65536'], '"65536" is not a port'],
    [['up', '--port', '8o8o'], '"8o8o" is not a port'],
    [['up', '--speed'], "Unknown option '--speed'"],
    [['up', 'now'], 'up does not take "now"'],
    [['bench', 'soak', '--minutes', '0'], '"0" is not a number of minutes'],
    [['up', '--split', '--replicas', '0'], '"0" is not a number of replicas'],
    [['up', '--split', '--replicas', '10'], '"10" is not a number of replicas'],
    [['up', '--replicas', '2'], '--replicas needs --split'],
    [['up', '--split', '--storages', '1'], '"1" is not a number of storages'],
    [['up', '--storages', '4'], '--storages needs --split'],
    [['up', '--images', 'trees'], '--images needs --split, without --replicas and --storages'],
    [['up', '--split', '--replicas', '2', '--images', 'trees'], '--images needs --split, without --replicas'],
    [['token'], 'token needs USER'],
    [['token', 'root', '--scopes', 'api,reed_user'], `there is no scope "reed_user": choose of ${SCOPES.join(', ')};`],
    [['backup'], 'backup needs TARGET'],
    ...[['down'], ['restart'], ['status'], ['inspect', 'ci', 'keys'], ['token', 'root'], ['backup', 'file']].map(
      (words) => [[...words, '--data', '/mistyped'], '/mistyped is no data folder of Hearth: correct --data; see'],
    ),
    [['exec'], 'exec needs COMMAND'],
    [['exec', '--speed', 'npm'], "Unknown option '--speed'"],
    [['dead-letters'], 'dead-letters needs list|replay'],
    [['storage'], 'storage needs list|add|drain'],
    [['dead-letters', 'list', '--payload'], "Unknown option '--payload'"],
    [['test', 'unit', 'members', 'e2e'], 'test does not take "e2e"'],
  ])('refuses %j', (args, problem) => {
    expect(() => parseCommandLine(args)).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringContaining(problem) }),
    );
  });

  it.each([[[]], [['help']], [['--help']], [['-h']]])('lists every command for %j', (args) => {
    const { help } = parseCommandLine(args);
    for (const name of Object.keys(COMMANDS)) expect(help).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it('knows the commands that the README names, and no other', () => {
    const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
    const [list] = /`\.\/hearth --help` lists the others:[^.]*/.exec(readme);
    const named = [...list.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
    expect(['up', 'test', ...named].sort()).toEqual(Object.keys(COMMANDS).sort());
  });

  it.each(Object.keys(COMMANDS))('explains %s and each of its options', (name) => {
    const { help } = parseCommandLine([name, '--help']);
    for (const option of Object.keys(COMMANDS[name].options)) expect(help).toContain(`--${option}`);
    expect(parseCommandLine(['help', name])).toEqual({ help });
  });
});
