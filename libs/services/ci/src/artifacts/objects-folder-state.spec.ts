import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SystemObjects } from '@hearth/objects';
import { makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import { ArtifactStorage } from './artifact-storage.js';
import { ObjectsFolderState } from './objects-folder-state.js';

const GiB = 1024 ** 3;

describe('the folder of artifacts and traces', () => {
  let folder: TemporaryFolder;
  let state: ObjectsFolderState;
  const at = (...parts: string[]) => path.join(folder.path, 'objects', ...parts);
  const stateOf = async (place?: string) =>
    new ObjectsFolderState(
      ArtifactStorage.in(await SystemObjects.fromEnvironment(place === undefined ? {} : { HEARTH_OBJECTS: place })),
    );
  const leave = (free: number) => {
    state.spaceOf = () => Promise.resolve({ free, total: 100 * GiB });
  };

  beforeEach(async () => {
    folder = await makeTemporaryFolder('objects');
    state = await stateOf(at());
    leave(5 * GiB);
  });
  afterEach(() => folder.remove());

  it('is well while it can be written to, also before the first object, and nothing is left there', async () => {
    expect(await state.problem()).toBeUndefined();
    expect(await readdir(at('.incoming'))).toEqual([]);
  });

  it('is not while it cannot, which is told without its path', async () => {
    // root can write to read-only folders, so the test puts a file in the way.
    await writeFile(at(), 'in the way');
    expect(await state.problem()).toBe('The folder of artifacts and traces of jobs cannot be written to (ENOTDIR).');
    await rm(at());
    expect(await state.problem()).toBeUndefined();
  });

  it('warns of a disk that is nearly full', async () => {
    leave(3 * GiB);
    expect(await state.problem()).toBe('The disk of artifacts and traces of jobs is nearly full: 3.0 GiB are free.');
  });

  it.each([undefined, 's3://bucket/prefix'])('is none: %s', async (place) => {
    state = await stateOf(place);
    leave(0);
    expect(await state.problem()).toBeUndefined();
  });
});
