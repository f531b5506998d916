import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from './commands.js';

const repository = '/data/1.git' as RepositoryPath;

describe('a call of git', () => {
  it('puts operands where they cannot be options, and paths behind them', () => {
    const { argv } = call(COMMANDS.revList, {
      repository,
      flags: { '--count': true, '--left-right': false, '--max-count': 3, '--since': undefined },
      operands: ['-x'],
      paths: ['--all'],
    });
    expect(argv).toEqual([
      '--git-dir=/data/1.git',
      'rev-list',
      '--count',
      '--max-count=3',
      '--end-of-options',
      '-x',
      '--',
      '--all',
    ]);
  });

  it('refuses operands that a command would take for options', () => {
    expect(() => call(COMMANDS.uploadPack, { operands: ['-x'] })).toThrow(TypeError);
    expect(() => call(COMMANDS.catFile, { repository, operands: ['a\0b'] })).toThrow(TypeError);
  });

  it('refuses flags that are not declared', () => {
    expect(() => call(COMMANDS.lsTree, { flags: { '--output': 'x' } as never })).toThrow('not declared with --output');
  });
});
