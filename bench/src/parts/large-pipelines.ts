import { bystanderTimes } from '../system/bystander.js';
import type { Hearth } from '../system/hearth.js';
import { median, timed } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';

const JOBS = 1_000;
const ROUNDS = 5;
/** Longer than a pipeline takes to be created. */
const SECONDS = 2;
const REF = 'main';

/** Pipelines of a thousand jobs, half of which need one of the others, while another client sends small reads at a steady pace. */
export async function largePipelines(hearth: Hearth): Promise<Measurement[]> {
  const { id } = await hearth.createProject('large');
  const file = { branch: REF, commit_message: 'Configure [skip ci]', content: configuration() };
  await hearth.create(`/projects/${id}/repository/files/.gitlab-ci.yml`, file);
  const longest = async () => Math.max(...(await bystanderTimes(hearth.url, hearth.token, SECONDS)));
  const rounds: { took: number; wait: number; idle: number }[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const idle = await longest();
    const create = () => hearth.create(`/projects/${id}/pipeline`, { ref: REF });
    const [took, wait] = await Promise.all([timed(create), longest()]);
    if (round > 0) rounds.push({ took, wait, idle });
  }
  const of = (field: keyof (typeof rounds)[number]) => median(rounds.map((each) => each[field]));
  const name = `a pipeline of ${JOBS} jobs`;
  const [took, wait, idle] = [of('took'), of('wait'), of('idle')];
  return [
    { name, unit: 'ms', value: took, goal: { atMost: 1_000 }, detail: `${(took / JOBS).toFixed(2)} ms a job` },
    {
      name: `${name}: longest read of others, beyond an idle system's`,
      ...{ unit: 'ms', value: wait - idle, goal: { atMost: 100 } },
      detail: `${wait.toFixed(0)} ms against ${idle.toFixed(0)} ms`,
    },
  ];
}

function configuration(): string {
  return Array.from({ length: JOBS }, (_, n) =>
    n < JOBS / 2 ? `j${n}: {script: make}` : `j${n}: {script: make, needs: [j${n - JOBS / 2}]}`,
  ).join('\n');
}
