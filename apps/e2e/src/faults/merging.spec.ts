import { waitFor } from '@hearth/testing';
import { setting } from '../system/hearth.js';
import { waitUntilReady } from './engines.js';
import { PATIENCE_MS } from './insist.js';
import {
  allDeadLetters,
  damagedRepositories,
  mistakesOfJourney,
  mistakesOfTarget,
  waitUntilNothingIsLeft,
} from './merge-checks.js';
import { MergeGround, STEPS_OF_JOURNEY, type MergeJourney } from './merge-journey.js';
import { planOfMerging } from './plan.js';
import { strike } from './strike.js';
import { randomFor, report } from './suite.js';

/** `--all` sets a hundred, and three strikes of each kind. */
const JOURNEYS = Number(setting('HEARTH_E2E_MERGES'));
const ROUNDS = Math.floor(JOURNEYS / 33);

/** All clients retry until there is an answer; the success of the pipeline starts the merge without a request. */
describe(`${JOURNEYS} merge requests from forks side by side, whatever is struck`, () => {
  let ground: MergeGround;
  let journeys: MergeJourney[];
  let steps = 0;

  beforeAll(async () => {
    ground = await MergeGround.create();
    journeys = await ground.journeys(JOURNEYS, () => void (steps += 1));
  });
  afterAll(() => ground?.copy.remove());

  it('are merged by themselves, and nothing that was acknowledged is lost', async () => {
    const ends = await Promise.allSettled([strikeAll(), ...journeys.map((journey) => journey.run())]);
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as Error).message] : []));
    expect(failures).toEqual([]);
    report(`${JOURNEYS} are merged`);
    await waitUntilReady();
    await waitUntilNothingIsLeft();
    report('nothing is left to do');
  });

  it('have each effect once: merge commits, events, notes, counts', async () => {
    const mistakes: string[] = [];
    for (const journey of journeys) mistakes.push(...(await mistakesOfJourney(ground, journey)));
    for (const [target, into] of Map.groupBy(journeys, ({ plan }) => plan.target))
      mistakes.push(...(await mistakesOfTarget(ground, target, into)));
    expect(mistakes).toEqual([]);
  });

  it('leave sound repositories, and nothing that was given up', async () => {
    const projects = new Set(journeys.flatMap(({ plan, fork }) => [plan.target, fork]));
    expect(await damagedRepositories([...projects])).toEqual([]);
    expect(await allDeadLetters()).toEqual([]);
  });

  async function strikeAll(): Promise<void> {
    for (const { at, ...planned } of planOfMerging(randomFor('merging'), JOURNEYS * STEPS_OF_JOURNEY, ROUNDS)) {
      await waitFor(`${at} steps`, () => steps >= at, { timeoutMs: PATIENCE_MS, intervalMs: 10 });
      report(`at step ${at}: ${planned.victim} is to be ${planned.how}`);
      await strike(planned);
    }
  }
});
