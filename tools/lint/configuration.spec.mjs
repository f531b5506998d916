import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readCachedProjectGraph } from '@nx/devkit';
import { readFileMapCache } from '@nx/devkit/internal';
import { ESLint } from 'eslint';
import { SCOPE_TAGS, TYPE_TAGS } from './boundaries.mjs';
import { ownRules } from './plugin.mjs';
import { refreshProjectGraph } from './project-graph.mjs';
import { restrictions } from './restrictions.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FIXTURES = path.join(import.meta.dirname, 'fixtures');

/** Folders below fixtures/: the files of each show what some rules allow and refuse. */
const TOPICS = readdirSync(FIXTURES);

/**
 * Lists the fixtures of a topic.
 * @param {string} topic
 * @param {'valid' | 'invalid'} verdict
 * @returns for each file its code, the reports that its first line declares (`// reports: rule line, rule line`), and its place:
 *   the path below the folder is where in the repository it is judged
 */
function fixtures(topic, verdict) {
  const folder = path.join(FIXTURES, topic, verdict);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => {
      const code = readFileSync(file, 'utf8');
      const [, reports] = /^\/\/ reports: (.+)\n/.exec(code) ?? [];
      return { place: path.relative(folder, file), code, reports: reports?.split(', ') ?? [] };
    });
}

const shortName = (ruleId) => ruleId.split('/').at(-1);

describe('the repository’s ESLint configuration', () => {
  const eslint = new ESLint({ cwd: ROOT });
  const shown = new Set();

  beforeAll(refreshProjectGraph);

  /** Reports of the rules that the topic is about. */
  async function reports(topic, { place, code }) {
    const rules = fixtures(topic, 'invalid').flatMap((fixture) => fixture.reports.map((each) => each.split(' ')[0]));
    const [{ messages }] = await eslint.lintText(code, { filePath: path.join(ROOT, place) });
    expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
    const found = messages.filter(({ ruleId }) => rules.includes(shortName(ruleId)));
    for (const { ruleId, messageId, message } of found) shown.add(ownRules[shortName(ruleId)] ? messageId : message);
    return found.map(({ ruleId, line }) => `${shortName(ruleId)} ${line}`);
  }

  describe.each(TOPICS)('%s', (topic) => {
    it.each(fixtures(topic, 'invalid'))('refuses $place', async (fixture) => {
      expect(fixture.reports).not.toEqual([]);
      expect(await reports(topic, fixture)).toEqual(fixture.reports);
    });

    it.each(fixtures(topic, 'valid'))('allows $place', async (fixture) => {
      expect(await reports(topic, fixture)).toEqual([]);
    });
  });

  it('has a fixture for each message of the own rules and the restrictions', () => {
    const messages = [
      ...Object.values(ownRules).flatMap(({ meta }) => Object.keys(meta.messages)),
      ...restrictions.flatMap(({ refuses }) => Object.keys(refuses)),
    ];
    expect(messages.filter((message) => !shown.has(message))).toEqual([]);
  });

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
