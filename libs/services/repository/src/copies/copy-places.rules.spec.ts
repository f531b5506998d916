import { copyChanges, possibleCopies, type PlacedCopy } from './copy-places.rules.js';

const OPEN = ['one', 'two', 'three', 'four'];
const repository = { projectId: 1, storage: 'one' };

describe('the places of standing copies', () => {
  it.each([
    ['are taken in turn by the id of the project', 1, [], OPEN, 1, { add: ['three'], remove: [] }],
    ['begin again after the last storage', 2, [], OPEN, 2, { add: ['four', 'two'], remove: [] }],
    ['stay where they are', 2, ['two'], OPEN, 1, { add: [], remove: [] }],
    ['become more', 2, ['two'], OPEN, 2, { add: ['three'], remove: [] }],
    ['become fewer', 1, ['three', 'two'], OPEN, 1, { add: [], remove: ['two'] }],
    ['are not beside the repository', 1, ['one', 'two'], OPEN, 1, { add: [], remove: ['one'] }],
    ['leave a storage that was closed', 1, ['two', 'three'], ['one', 'three'], 1, { add: [], remove: ['two'] }],
    ['are as many as there are other storages', 1, [], ['one', 'two'], 5, { add: ['two'], remove: [] }],
    ['are none on the only storage', 1, [], ['one'], 1, { add: [], remove: [] }],
    ['are none where none are asked for', 1, ['two'], OPEN, 0, { add: [], remove: ['two'] }],
  ])('%s', (_name, projectId, standing, open, count, changes) => {
    const complete = standing.map((storage) => ({ storage, isComplete: true }));
    expect(copyChanges({ ...repository, projectId }, complete, open, count)).toEqual(changes);
  });

  it('are not left before those that stay have every change', () => {
    const [two, three] = [true, false].map((isComplete, n) => ({ storage: ['two', 'three'][n]!, isComplete }));
    const open = ['one', 'three'];
    const left = (standing: readonly PlacedCopy[]) => copyChanges(repository, standing, open, 1).remove;
    expect(left([two!])).toEqual([]);
    expect(left([two!, three!])).toEqual([]);
    expect(left([two!, { ...three!, isComplete: true }])).toEqual(['two']);
  });

  it('are limited by the other open storages', () => {
    expect(possibleCopies('one', OPEN)).toBe(3);
    expect(possibleCopies('closed', OPEN)).toBe(4);
  });
});
