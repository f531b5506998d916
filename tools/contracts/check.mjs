// Compares the contracts that the code declares with those of HEAD, of the commit that this work began at, and of the last release:
//   node tools/contracts/check.mjs      status 1 when processes of two versions could not work together
// Needs a build. HEARTH_CONTRACTS_BASE=<commit> says where the work began, for a CI that knows.
import path from 'node:path';
import { committedSnapshots } from './baselines.mjs';
import { breaks, sentence } from './compare.mjs';
import { declaredSnapshot } from './declared.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const declared = await declaredSnapshot(root);
const { baselines, missing } = committedSnapshots(root);
for (const { name, snapshot } of baselines) {
  const found = breaks(snapshot, declared);
  if (found.length === 0) continue;
  process.exitCode = 1;
  console.error(`Contracts may only grow. Compared with ${name}:`);
  for (const each of found) console.error(`  ${sentence(each)}`);
}
if (process.exitCode) console.error('How to change a contract stands in libs/contracts/README.md.');
const compared = baselines.map(({ name }) => name).join(', ') || 'nothing';
console.log(`Contracts were compared with ${compared}${missing.map((each) => `; not with ${each}`).join('')}.`);
