import { median, timed } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';
import type { MergeProject } from '../system/merge-project.js';
import type { MergeSeed } from '../system/merge-seed.js';

const ROUNDS = 30;

/** Pushes of one commit to a branch that merge requests are open into, against the same in a project without any, in turns. */
export async function mergePushes(open: MergeProject, without: MergeProject, seed: MergeSeed): Promise<Measurement> {
  const times: { open: number[]; without: number[] } = { open: [], without: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [side, project] of [['open', open] as const, ['without', without] as const]) {
      await commitOne(project);
      await seed.settled();
      const ms = await timed(() => project.git.run(['push', '--quiet', project.url, 'main']));
      // The first round warms up and does not count.
      if (round > 0) times[side].push(ms);
    }
  }
  const [withOpen, withNone] = [median(times.open), median(times.without)];
  return {
    name: 'push to the target of 1 000 open merge requests, p50',
    unit: 'times that of none',
    value: withOpen / withNone,
    goal: { atMost: 1.2 },
    detail: `${withOpen.toFixed(0)} ms against ${withNone.toFixed(0)} ms`,
  };
}

async function commitOne({ git }: MergeProject): Promise<void> {
  const tip = await git.idOf('refs/heads/main');
  const commit = await git.text('commit-tree', '-p', tip, '-m', 'One more', `${tip}^{tree}`);
  await git.run(['update-ref', 'refs/heads/main', commit, tip]);
}
