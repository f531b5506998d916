// Checks the subjects of a change's commits: `scope: subject`, at most 72 characters (CONTRIBUTING.md).
// node tools/commits/check.mjs   prints the commits to reword; status 1 where there is one.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { commitsOfChange, subjectFault } from './subjects.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RULE_FILE = 'tools/commits/subjects.mjs';

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};
for (const { id, subject } of commitsOfChange(git, RULE_FILE)) {
  const fault = subjectFault(subject);
  if (!fault) continue;
  console.error(`${id} "${subject}" ${fault}: git rebase --interactive, and reword it`);
  process.exitCode = 1;
}
