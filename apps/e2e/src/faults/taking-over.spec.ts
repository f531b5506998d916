import { waitFor } from '@hearth/testing';
import { setting } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';
import { systemStatus } from '../system/processes.js';
import { PATIENCE_MS } from './insist.js';
import { planStrikes, type Strike } from './plan.js';
import {
  mistakesOfJournal,
  mistakesOfPlaces,
  mistakesOfStorageJourney,
  waitUntilCopiesFollow,
} from './storage-checks.js';
import { STEPS_OF_STORAGE_JOURNEY, StorageJourney } from './storage-journey.js';
import { waitUntilWhole } from './storage-strikes.js';
import { strike } from './strike.js';
import { randomFor, report } from './suite.js';

/** `--all` makes two hundred. */
const JOURNEYS = Number(setting('HEARTH_E2E_STORAGE_JOURNEYS'));
/** The strikes last longer than a journey: with all journeys at once, the last one would hit none. */
const AT_ONCE = Math.min(10, JOURNEYS / 2);
/** Journeys for each round of strikes: an owner is killed, one is frozen, and one loses its files. */
const JOURNEYS_OF_ROUND = 20;

/** Each repository is on two storages, and a write is acknowledged when both have it. */
describe(`${JOURNEYS} journeys of pushes, commits, merges, moves and forks, whatever happens to storages`, () => {
  let owner: Person;
  let journeys: StorageJourney[];
  let steps = 0;
  const random = randomFor('taking over');
  const projects = () => journeys.filter(({ hasEnded }) => hasEnded).flatMap(({ project, fork }) => [project, fork]);

  beforeAll(async () => {
    owner = await newPerson('survivor');
    journeys = Array.from({ length: JOURNEYS }, () => {
      return new StorageJourney(owner, uniqueName('survivor'), () => void (steps += 1));
    });
  });

  it('end, each step acknowledged', async () => {
    const ends = await Promise.allSettled([strikeAll(), ...Array.from({ length: AT_ONCE }, travel)]);
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as Error).message] : []));
    expect(failures).toEqual([]);
    report(`${JOURNEYS} journeys have ended`);
    await waitUntilWhole();
    await waitUntilCopiesFollow(projects());
  });

  it('have lost nothing and doubled nothing', async () => {
    const mistakes: string[] = [];
    for (const journey of journeys) mistakes.push(...(await mistakesOfStorageJourney(owner, journey)));
    expect(mistakes).toEqual([]);
    expect(await mistakesOfJournal(projects())).toEqual([]);
  });

  it('leave each repository on one storage, and the same on that of its copy', async () => {
    expect(await mistakesOfPlaces(projects())).toEqual([]);
  });

  const left = () => journeys.find((journey) => !begun.has(journey));
  const begun = new Set<StorageJourney>();

  async function travel(): Promise<void> {
    for (let journey = left(); journey; journey = left()) {
      begun.add(journey);
      await journey.run();
    }
  }

  async function strikeAll(): Promise<void> {
    const { processes } = await systemStatus();
    const owners = processes.map(({ name }) => name).filter((name) => name.startsWith('repository-'));
    const strikes = (['killed', 'frozen', 'without files'] as const).map((how): Strike => ({ victim: '', how }));
    const rounds = Math.ceil(JOURNEYS / JOURNEYS_OF_ROUND);
    for (const { at, how } of planStrikes(random, JOURNEYS * STEPS_OF_STORAGE_JOURNEY, rounds, strikes)) {
      await waitFor(`${at} steps`, () => steps >= at, { timeoutMs: 2 * PATIENCE_MS, intervalMs: 10 });
      const victim = random.pick(owners);
      report(`at step ${at}: ${victim} is to be ${how}`);
      await strike({ victim, how });
      await waitUntilWhole();
    }
  }
});
