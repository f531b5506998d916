import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Git, makeRepository, makeTemporaryFolder } from '@hearth/testing';
import type { Hearth } from '../system/hearth.js';
import type { Measurement } from '../system/measurement.js';

const CLONES = 600;
const AT_ONCE = 6;
const MINUTE = 60;

/**
 * Clones a private repository from one address as often as an office and its runners do within a minute. git's first request of each clone is
 * anonymous (answered 401), so together they exceed the limit of an anonymous address.
 * @param mode as it stands in the names of the measurements
 * @throws Error when a clone is refused or fails
 */
export async function cloneBurst(hearth: Hearth, mode: string): Promise<Measurement[]> {
  const { http_url_to_repo: address } = await hearth.createProject('office');
  const url = address.replace('://', `://root:${hearth.token}@`);
  const sample = await makeRepository('office');
  const folder = await makeTemporaryFolder('clones');
  try {
    await sample.git.run(['push', '--quiet', url, sample.defaultBranch]);
    const started = performance.now();
    let begun = 0;
    const lane = async (): Promise<void> => {
      while (begun < CLONES) {
        const target = path.join(folder.path, `clone-${begun++}`);
        await new Git(folder.path).run(['clone', '--quiet', '--bare', url, target]);
        await rm(target, { recursive: true });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const seconds = (performance.now() - started) / 1_000;
    return [
      {
        name: `clones, ${mode}: ${CLONES} of a private repository from one address`,
        unit: 's',
        value: seconds,
        goal: { atMost: MINUTE },
        detail: `${AT_ONCE} at once, none refused`,
      },
    ];
  } finally {
    await sample.remove();
    await folder.remove();
  }
}
