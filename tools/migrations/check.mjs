// Checks that migrations since the newest release let the processes of that release go on:
//   node tools/migrations/check.mjs                     status 1 when one removes what they use, or locks a table that has many rows
//   node tools/migrations/check.mjs --release <version> records the migrations as those of a version, when they pass
// Needs a build.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { breakingMigrations, declaredMigrations, releasedMigrations, writeRelease } from './migrations.mjs';

const { release } = parseArgs({ options: { release: { type: 'string' } } }).values;
const root = path.resolve(import.meta.dirname, '../..');
const declared = await declaredMigrations(root);
const released = releasedMigrations(root);
const problems = released ? await breakingMigrations(released, declared) : [];
if (problems.length > 0) {
  process.exitCode = 1;
  console.error(`${released.release} runs while these are applied:`);
  for (const problem of problems) console.error(`  ${problem}`);
  console.error('How to write them is in docs/upgrading.md.');
}
console.log(
  `Migrations were compared with ${released ? `those of ${released.release}` : 'nothing: no release is recorded yet'}.`,
);
if (release && problems.length === 0) console.log(`wrote ${writeRelease(root, release, declared)}: commit it`);
