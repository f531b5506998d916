import { parseLetterCommand } from './letter-command.js';

const uuid = '0b0e9a1c-7a44-4b21-9c3e-2f6a1f0f9d11';

describe('the arguments of dead-letters', () => {
  it.each([
    [['list'], { action: 'list', service: undefined, kinds: ['event', 'job'], json: false, all: false }],
    [
      ['list', '--service', 'ci', '--kind', 'job', '--json', '--all'],
      { service: 'ci', kinds: ['job'], json: true, all: true },
    ],
    [['replay', '--all'], { action: 'replay', ids: 'all', service: undefined }],
    [
      ['replay', 'merge-requests/event/12', `repository/job/${uuid}`],
      {
        ids: [
          { service: 'merge-requests', kind: 'event', own: '12' },
          { service: 'repository', kind: 'job', own: uuid },
        ],
      },
    ],
  ])('%j', (args, command) => {
    expect(parseLetterCommand(args)).toMatchObject(command);
  });

  it.each([
    [[], 'give list'],
    [['drop'], 'give list'],
    [['list', 'projects/event/1'], 'list takes no'],
    [['list', '--service', 'wiki'], 'there is no service "wiki"'],
    [['list', '--kind', 'call'], 'an event or a job'],
    [['list', '--speed'], "Unknown option '--speed'"],
    [['replay'], 'needs the ids'],
    [['replay', '--all', '--json'], '--json is for list'],
    [['replay', '--all', 'projects/event/1'], 'not both'],
    [['replay', 'projects/event/1', '--service', 'ci'], 'not among those'],
    [['replay', 'projects/event/1', '--kind', 'job'], 'not among those'],
    ...[
      '12',
      'projects/event/0',
      'projects/event/1x',
      'wiki/event/1',
      'projects/job/12',
      `ci/job/${uuid}/1`,
      'ci/event/',
    ].map((id): [string[], string] => [['replay', id], `"${id}" is no id of a dead letter`]),
  ])('%j cannot be understood', (args, problem) => {
    expect(() => parseLetterCommand(args)).toThrow(problem);
  });
});
