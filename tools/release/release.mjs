import { spawnSync } from 'node:child_process';
import { createPrivateKey, hash, sign } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changesOf } from './changelog.mjs';

const SUMS = 'SHA256SUMS';
/** Formats of the list of packages, by the end of its file's name. */
const SBOM_FORMATS = { cdx: 'cyclonedx', spdx: 'spdx' };

/**
 * Writes the files of the release that the commit of a checkout is: its source, the packages that it depends on (CycloneDX and SPDX), the changes, the
 * contracts, and the sums of all of them (SHA-256), signed where a key is given.
 * @param {string} checkout @param {string} folder where to; it is made
 * @param {string} [keyFile] PEM of an Ed25519 key
 * @returns {string[]} the names of the files
 * @throws an Error when the folder exists, tracked files differ from the commit, the version has no section in CHANGELOG.md or no contracts in
 *   `libs/contracts/releases`, or the key is of another kind
 */
export function makeRelease(checkout, folder, keyFile) {
  const { version } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8'));
  const key = keyFile === undefined ? undefined : signingKey(keyFile);
  const changes = changesOf(readFileSync(path.join(checkout, 'CHANGELOG.md'), 'utf8'), version);
  const contracts = path.join(checkout, 'libs/contracts/releases', `${version}.json`);
  if (!existsSync(contracts))
    throw new Error(`Contracts of ${version} are not recorded: node tools/contracts/check.mjs --release ${version}`);
  if (run(checkout, 'git', ['status', '--porcelain', '--untracked-files=no']).length > 0)
    throw new Error('Tracked files differ from the commit: commit or restore them first.');
  mkdirSync(folder, { recursive: false });
  const name = `hearth-${version}`;
  const write = (file, content) => writeFileSync(path.join(folder, file), content);
  const archive = ['archive', '--format=tar.gz', `--prefix=${name}/`, 'HEAD'];
  write(`${name}.tar.gz`, run(checkout, 'git', archive));
  for (const [end, format] of Object.entries(SBOM_FORMATS)) write(`${name}.${end}.json`, packages(checkout, format));
  write(`${name}.changes.md`, changes);
  write(`${name}.contracts.json`, readFileSync(contracts));
  const sums = readdirSync(folder).map((file) => `${hash('sha256', readFileSync(path.join(folder, file)))}  ${file}\n`);
  write(SUMS, sums.join(''));
  if (key) write(`${SUMS}.sig`, sign(null, Buffer.from(sums.join('')), key));
  return readdirSync(folder);
}

function packages(checkout, format) {
  const args = ['sbom', '--package-lock-only', '--omit=dev', `--sbom-format=${format}`, '--sbom-type=application'];
  return run(checkout, 'npm', args);
}

function signingKey(file) {
  const key = createPrivateKey(readFileSync(file));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} holds no Ed25519 key`);
  return key;
}

/** @returns {Buffer} what the program writes on standard output */
function run(cwd, command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${error?.message ?? stderr}`);
  return stdout;
}
