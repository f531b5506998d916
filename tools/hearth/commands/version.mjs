import { revision, version } from '../../release/revision.mjs';

/** Prints the version of Hearth, and the commit that it is from where that is known. */
export async function run() {
  const commit = revision();
  process.stdout.write(`hearth ${version()}${commit ? ` (${commit})` : ''}\n`);
}
