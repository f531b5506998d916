import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { affectedSpecs, projectFolders, specsOf } from './affected.mjs';
import { allSpecs } from './specs.mjs';

const folders = new Map([
  ['tools', 'tools'],
  ['@hearth/ci', 'libs/services/ci'],
  ['@hearth/app-ci', 'apps/ci'],
]);

describe('the specs of affected projects', () => {
  it.each([
    ['libs/services/ci/dist/runners/runners.spec.js', true],
    ['libs/services/ci/dist/runners/runners.integration.spec.js', true],
    ['libs/services/circles/dist/circles.spec.js', false],
    ['apps/ci/dist/main.spec.js', false],
    ['tools/architecture.spec.mjs', true],
    ['tools/generators/generators.integration.spec.mjs', false],
  ])('%s: %s', (spec, runs) => expect(specsOf(['@hearth/ci'], folders)(spec)).toBe(runs));

  it('hold those of the tools that take long when the tools are affected', () => {
    expect(specsOf(['tools'], folders)('tools/generators/generators.integration.spec.mjs')).toBe(true);
  });

  it('hold every spec when every project is affected', () => {
    const all = projectFolders();
    expect(allSpecs().filter((spec) => !specsOf([...all.keys()], all)(spec))).toEqual([]);
    expect([...all.values()].filter((folder) => !existsSync(path.join(root, folder)))).toEqual([]);
  });

  it('are not guessed where the work began from nothing known', async () => {
    const noted = { note: () => undefined };
    await expect(affectedSpecs(noted, 'no-such-revision')).rejects.toThrow('There is no revision no-such-revision');
  });
});
