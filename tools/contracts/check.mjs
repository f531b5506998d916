// Compares the contracts that the code declares with those of the released versions:
//   node tools/contracts/check.mjs                     status 1 when processes of two versions could not work together
//   node tools/contracts/check.mjs --release <version> writes the contracts as those of a version, when they pass
// Needs a build.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { breakingChanges, sentence } from './compare.mjs';
import { declaredSnapshot } from './declared.mjs';
import { releasedSnapshots, writeRelease } from './releases.mjs';

const { release } = parseArgs({ options: { release: { type: 'string' } } }).values;
const root = path.resolve(import.meta.dirname, '../..');
const declared = await declaredSnapshot(root);
const releases = releasedSnapshots(root);
for (const { name, snapshot } of releases) {
  const found = breakingChanges(snapshot, declared);
  if (found.length === 0) continue;
  process.exitCode = 1;
  console.error(`Released contracts may only grow. Compared with ${name}:`);
  for (const each of found) console.error(`  ${sentence(each)}`);
}
if (process.exitCode) console.error('How to change a contract stands in libs/contracts/README.md.');
const compared = releases.map(({ name }) => name).join(', ') || 'nothing: there is no release yet';
console.log(`Contracts were compared with ${compared}.`);
if (release && !process.exitCode) console.log(`wrote ${writeRelease(root, release, declared)}: commit it`);
