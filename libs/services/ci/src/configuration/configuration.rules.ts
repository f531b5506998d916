import { areTexts, field, isFields, isGiven, type Fields } from './checks.rules.js';
import { ConfigurationInvalid, invalid } from './configuration-invalid.js';
import { cacheIn, imageIn, scriptIn, servicesIn, variablesIn } from './entries.rules.js';
import { jobIn, type ConfiguredJob } from './job.rules.js';
import { readYaml } from './yaml.rules.js';

/** What a `.gitlab-ci.yml` says. */
export interface Configuration {
  /** In the order in which they run. */
  readonly stages: readonly string[];
  readonly jobs: readonly ConfiguredJob[];
}

const GLOBAL_KEYS = ['before_script', 'image', 'services', 'after_script', 'variables', 'stages', 'types', 'cache'];
const DEFAULT_STAGES = ['build', 'test', 'deploy'];
/** One pipeline is one transaction, and so many rows. */
const MOST_JOBS = 1_000;

/**
 * Reads a `.gitlab-ci.yml`.
 * @returns the configuration, or the first error, in the API's words
 */
export function readConfiguration(
  text: string,
): { readonly configuration: Configuration; readonly error: null } | { readonly error: string } {
  try {
    return { configuration: configurationOf(readYaml(text)), error: null };
  } catch (error) {
    if (error instanceof ConfigurationInvalid) return { error: error.message };
    throw error;
  }
}

function configurationOf(value: unknown): Configuration {
  if (!isFields(value)) throw new ConfigurationInvalid('Invalid configuration format');
  // Read as a job, its failure would not say that files cannot be included.
  if (Object.hasOwn(value, 'include')) throw invalid('include', 'config is not supported');
  const defaults = {
    beforeScript: scriptIn('before_script', field(value, 'before_script')),
    image: imageIn('image', field(value, 'image')),
    services: servicesIn('services', field(value, 'services')),
    afterScript: scriptIn('after_script', field(value, 'after_script')),
    variables: variablesIn('variables', field(value, 'variables')) ?? {},
  };
  const stages = stagesIn(value);
  const cache = cacheIn('cache', field(value, 'cache'));
  const visible = Object.entries(value).filter(([name]) => !GLOBAL_KEYS.includes(name) && !name.startsWith('.'));
  if (visible.length === 0) throw invalid('jobs', 'config should contain at least one visible job');
  if (visible.length > MOST_JOBS) throw invalid('jobs', `config should contain at most ${MOST_JOBS} jobs`);
  const jobs = visible.map(([name, job]) => jobIn(name, job, { ...defaults, cache }));
  const byName = new Map(jobs.map((job) => [job.name, job]));
  for (const job of jobs) checkTogether(job, byName, stages);
  return { stages, jobs };
}

function stagesIn(value: Fields): readonly string[] {
  const [stages, types] = ['stages', 'types'].map((key) => {
    const given = field(value, key);
    if (isGiven(given) && !areTexts(given)) throw invalid(key, 'config should be an array of strings');
    return given as readonly string[] | null | undefined;
  });
  return stages ?? types ?? DEFAULT_STAGES;
}

/** What a job says about stages and other jobs. */
function checkTogether(job: ConfiguredJob, jobs: ReadonlyMap<string, ConfiguredJob>, stages: readonly string[]): void {
  const fail = (failure: string) => new ConfigurationInvalid(`${job.name} job: ${failure}`);
  if (!stages.includes(job.stage)) throw fail(`stage parameter should be ${stages.join(', ')}`);
  for (const name of job.options.dependencies ?? []) {
    const dependency = jobs.get(name);
    if (!dependency) throw fail(`undefined dependency: ${name}`);
    if (stages.indexOf(dependency.stage) >= stages.indexOf(job.stage))
      throw fail(`dependency ${name} is not defined in prior stages`);
  }
  const onStop = job.environment?.onStop;
  if (!isGiven(onStop)) return;
  const stopping = jobs.get(onStop);
  if (!stopping) throw fail(`on_stop job ${onStop} is not defined`);
  if (!stopping.environment) throw fail(`on_stop job ${onStop} does not have environment defined`);
  if (stopping.environment.name !== job.environment!.name)
    throw fail(`on_stop job ${onStop} have different environment name`);
  if (stopping.environment.action !== 'stop') throw fail(`on_stop job ${onStop} needs to have action stop defined`);
}

/** Says what is wrong with a `.gitlab-ci.yml`; null where nothing is. */
export function lintError(text: string): string | null {
  return text.trim() === '' ? 'Please provide content of .gitlab-ci.yml' : readConfiguration(text).error;
}
