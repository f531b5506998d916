import { WitnessCi } from './ci.js';
import { WitnessMergeRequests } from './merge-requests.js';
import { WitnessProjects } from './projects.js';
import { WitnessRepository } from './repository.js';

/** The services of the witness by name. */
export const witnessServices = {
  projects: WitnessProjects,
  repository: WitnessRepository,
  'merge-requests': WitnessMergeRequests,
  ci: WitnessCi,
};
