import { ConfigurationInvalid, ofParts } from '../configuration/configuration-invalid.js';
import { checkNeeds, type Need } from '../configuration/needs.rules.js';
import type { BuildOptions } from '../builds/build-options.js';

interface Planned {
  readonly name: string;
  /** Its name in the configuration, which parallel jobs share. */
  readonly configured: string;
  readonly stageIndex: number;
  readonly needs: readonly Need[] | undefined;
  readonly options: BuildOptions;
}

/**
 * Replaces the needs of jobs by the names of those that are in the pipeline. A job with needs gets the artifacts of these, unless it names others.
 * @throws ConfigurationInvalid for a job of which the pipeline lacks a need that is not optional, and for jobs that need each other
 */
export function withPlannedNeeds<Job extends Planned>(
  jobs: readonly Job[],
): (Omit<Job, 'needs'> & { readonly needs: readonly string[] | null })[] {
  const names = new Set(jobs.map(({ name }) => name));
  const plannedOf = (job: Job) => {
    if (!job.needs) return { ...job, needs: null };
    const present = job.needs.filter((need) => isPresent(job.name, need, names));
    const dependencies = present.flatMap((need) => (need.artifacts ? [need.job] : []));
    return { ...job, needs: present.map((need) => need.job), options: { dependencies, ...job.options } };
  };
  const planned = ofParts(jobs, (parts) => parts.map(plannedOf)).flat();
  checkNeeds(
    planned.map(({ name, configured, stageIndex, needs }) => ({
      name,
      configured,
      place: stageIndex,
      needs: needs ?? undefined,
    })),
  );
  return planned;
}

function isPresent(name: string, { job, optional }: Need, names: ReadonlySet<string>): boolean {
  if (!names.has(job) && !optional)
    throw new ConfigurationInvalid(`'${name}' job needs '${job}' job, but '${job}' does not exist in the pipeline`);
  return names.has(job);
}
