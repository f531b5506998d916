import { Gitlab } from '@gitbeaker/rest';
import { makeRepository, type ProjectRecord, type SampleRepository } from '@hearth/testing';
import { hearth } from './hearth.js';
import { newPerson, remoteOf, type Person } from './people.js';
import { uniqueName } from './names.js';

export interface PushedSample {
  readonly owner: Person;
  readonly project: ProjectRecord;
  /** The pushed repository. */
  readonly sample: SampleRepository;
  /** URL with the owner's credentials. */
  readonly remote: string;
}

/** Makes a sample repository and pushes it as its owner: the default branch first, then the rest. */
export async function pushSample(seed: string): Promise<PushedSample> {
  const owner = await newPerson('pusher');
  const gitlab = new Gitlab({ host: hearth.url, token: owner.token });
  const created = await gitlab.Projects.create({ name: uniqueName(seed), description: 'Pushed by the suite' });
  const project = created as unknown as ProjectRecord;
  const sample = await makeRepository(seed);
  const remote = remoteOf(owner, project.path_with_namespace);
  await sample.git.run(['push', '--quiet', remote, sample.defaultBranch]);
  await sample.git.run(['push', '--quiet', '--all', remote]);
  await sample.git.run(['push', '--quiet', '--tags', remote]);
  return { owner, project, sample, remote };
}
