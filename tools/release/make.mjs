// Writes the files of a release from the commit that is checked out:
//   ./hearth exec node tools/release/make.mjs FOLDER [--key FILE]      FOLDER must not exist; FILE is an Ed25519 key (PEM) to sign the sums with
// docs/upgrading.md says how a release is made, and how the files are checked.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../hearth/paths.mjs';
import { makeRelease } from './release.mjs';

const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true });
const [folder, ...others] = positionals;
if (!folder || others.length > 0) {
  console.error('usage: node tools/release/make.mjs FOLDER [--key FILE]');
  process.exit(2);
}
try {
  for (const file of makeRelease(root, path.resolve(folder), values.key)) console.log(file);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
