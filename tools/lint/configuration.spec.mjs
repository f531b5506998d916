import path from 'node:path';
import { readCachedProjectGraph } from '@nx/devkit';
import { readFileMapCache } from '@nx/devkit/internal';
import { ESLint } from 'eslint';
import { SCOPE_TAGS, TYPE_TAGS } from './boundaries.mjs';
import { asReports, expectedReports, fixtures } from './fixtures.mjs';
import { ROOT } from './places.mjs';
import { hearth } from './plugin.mjs';
import { refreshProjectGraph } from './project-graph.mjs';

const BOUNDARIES = '@nx/enforce-module-boundaries';

describe('the repository’s ESLint configuration', () => {
  const eslint = new ESLint({ cwd: ROOT });

  beforeAll(refreshProjectGraph);

  async function boundaryReports({ place, code }) {
    const [{ messages }] = await eslint.lintText(code, { filePath: path.join(ROOT, place) });
    expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
    return asReports(messages.filter(({ ruleId }) => ruleId === BOUNDARIES));
  }

  it.each(fixtures('boundaries', 'invalid'))('refuses the imports of $place', async (fixture) => {
    const expected = expectedReports(fixture.code);
    expect(expected).not.toEqual([]);
    expect(await boundaryReports(fixture)).toEqual(expected);
  });

  it.each(fixtures('boundaries', 'valid'))('allows the imports of $place', async (fixture) => {
    expect(await boundaryReports(fixture)).toEqual([]);
  });

  it.each(['libs/services/ci/src/jobs/create.ts', 'libs/services/ci/src/jobs/create.spec.ts', 'tools/check.mjs'])(
    'has every own rule on for %s',
    async (file) => {
      const { rules } = await eslint.calculateConfigForFile(path.join(ROOT, file));
      for (const name of Object.keys(hearth.rules)) expect([name, rules[`hearth/${name}`]?.[0]]).toEqual([name, 2]);
    },
  );

  it('sees what sources import, not only what package.json declares', () => {
    const { projectFileMap } = readFileMapCache().fileMap;
    const database = projectFileMap['@hearth/data'].find(({ file }) => file === 'libs/platform/data/src/database.ts');
    expect(database.deps).toContain('npm:typeorm');
  });

  it('knows the tags of every project, one type and one scope each', () => {
    const { nodes } = readCachedProjectGraph();
    const tagged = Object.values(nodes).map(({ name, data }) => ({
      name,
      tags: (data.tags ?? []).filter((tag) => !tag.startsWith('npm:')),
    }));
    expect(tagged.length).toBeGreaterThan(20);
    for (const { name, tags } of tagged) {
      expect([name, tags.filter((tag) => TYPE_TAGS.includes(tag)).length]).toEqual([name, 1]);
      expect([name, tags.filter((tag) => SCOPE_TAGS.includes(tag)).length]).toEqual([name, 1]);
      expect([name, tags.length]).toEqual([name, 2]);
    }
  });
});
