import { letterTable } from './letter-table.js';
import type { Letter } from './letter.js';

const letter: Letter = {
  id: 'projects/event/12',
  service: 'projects',
  kind: 'event',
  what: 'identity.user-created',
  handler: 'OnUserCreated',
  key: '7',
  attempts: 4,
  error: 'Error: no namespace\n    at somewhere',
  at: new Date('2026-01-02T03:04:05.678Z'),
  correlation: 'request-1',
  data: { secret: 'tulips' },
};

describe('letterTable', () => {
  it('shows a line for each letter, without what it says', () => {
    const table = letterTable([letter, { ...letter, id: 'ci/event/1', key: undefined, handler: undefined }]);
    expect(table.split('\n')).toEqual([
      'id                 event or job           key  handler or queue  attempts  when                  error',
      'projects/event/12  identity.user-created  7    OnUserCreated     4         2026-01-02 03:04:05Z  Error: no namespace',
      'ci/event/1         identity.user-created  -    -                 4         2026-01-02 03:04:05Z  Error: no namespace',
    ]);
  });

  it('cuts long errors, and lets none of them steer a terminal', () => {
    const table = letterTable([{ ...letter, key: '\u202Eabc', error: `\u001B[2J${'x'.repeat(200)}` }]);
    expect(table).not.toMatch(/[\u001B\u202E]/);
    expect(table.split('\n')[1]).toMatch(/ {2} \[2Jx+…$/);
    expect(table.split('\n')[1]!.length).toBeLessThan(240);
  });
});
