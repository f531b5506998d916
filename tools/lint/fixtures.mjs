import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const FIXTURES = path.join(import.meta.dirname, 'fixtures');

/** Folders below fixtures/: the files of each show what some rules allow and refuse. */
export const TOPICS = readdirSync(FIXTURES);

/**
 * Lists the fixtures of a topic.
 * @param {string} topic
 * @param {'valid' | 'invalid'} verdict
 * @returns for each file its code, the reports that its first line declares (`// reports: rule line, rule line`), and its place:
 *   the path below the folder is where in the repository it is judged
 */
export function fixtures(topic, verdict) {
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
