import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const FIXTURES = path.join(import.meta.dirname, 'fixtures');

/**
 * The fixtures of a rule.
 * @param {string} rule folder below fixtures/
 * @param {'valid' | 'invalid'} verdict
 * @returns for each file its code and its place: the path below the folder is where in the repository it is judged
 */
export function fixtures(rule, verdict) {
  const folder = path.join(FIXTURES, rule, verdict);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ place: path.relative(folder, file), code: readFileSync(file, 'utf8') }));
}

/** Reports that an invalid fixture declares in its first line: `// reports: messageId line, messageId line`. */
export function expectedReports(code) {
  const [, list] = /^\/\/ reports: (.+)\n/.exec(code) ?? [];
  return list?.split(', ') ?? [];
}

/** Reports of ESLint in the same spelling. */
export const asReports = (messages) => messages.map(({ messageId, line }) => `${messageId} ${line}`);
