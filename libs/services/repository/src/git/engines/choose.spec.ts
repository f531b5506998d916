import { ConfigurationError } from '@hearth/config';
import { chosenEngine } from './choose.js';

const REMEDY = 'run `./hearth engine nodegit`, or leave HEARTH_GIT_ENGINE out.';

describe('the engine of git', () => {
  it('is git where nothing else is asked for', async () => {
    expect(await chosenEngine({})).toBeUndefined();
    expect(await chosenEngine({ HEARTH_GIT_ENGINE: 'git', HEARTH_NODEGIT: '/nowhere' })).toBeUndefined();
  });

  it.each([
    ['nothing', {}],
    ['a folder that is not there', { HEARTH_NODEGIT: '/nowhere/nodegit' }],
  ])('is told in one sentence to be missing: %s', async (_, found) => {
    await expect(chosenEngine({ HEARTH_GIT_ENGINE: 'nodegit', ...found })).rejects.toThrow(
      new ConfigurationError(`HEARTH_GIT_ENGINE is nodegit, which is not built: ${REMEDY}`),
    );
  });

  it('is refused where it cannot be loaded, and where there is no such engine', async () => {
    await expect(chosenEngine({ HEARTH_GIT_ENGINE: 'nodegit', HEARTH_NODEGIT: '/usr' })).rejects.toThrow(
      /^HEARTH_GIT_ENGINE is nodegit, which cannot be loaded \(.+\): run `\.\/hearth engine nodegit`/s,
    );
    await expect(chosenEngine({ HEARTH_GIT_ENGINE: 'svn' })).rejects.toThrow(/must be git or nodegit/);
  });
});
