import type { ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { pageLinks, presentPageProject, type PageLinks, type PageProject } from '@hearth/pages';
import type { DeploymentFact } from '../../deployments/deployment.facts.js';
import { tierOf } from '../../environments/environment.rules.js';
import type { Environment } from '../../environments/environments.store.js';
import type { CiMenuItem } from '../ci-menu.js';
import { presentNamedUser, titleOf, type NamedUser } from '../page-texts.js';

interface EnvironmentView {
  readonly id: number;
  readonly name: string;
  readonly state: Environment['state'];
  readonly tier: string;
  /** Null for an address that browsers would not open as a page. */
  readonly url: string | null;
}

/** Data of each page of environments. */
export interface EnvironmentPageData {
  readonly environments: {
    readonly title: string;
    readonly project: PageProject;
    readonly menu: readonly CiMenuItem[];
    readonly state: Environment['state'] | undefined;
    readonly environments: readonly EnvironmentView[];
    readonly pager: PageLinks;
  };
  readonly environment: {
    readonly title: string;
    readonly project: PageProject;
    readonly environment: EnvironmentView;
    /** Time at which it stops by itself; null: never. */
    readonly autoStopAt: Date | null;
    readonly mayStop: boolean;
    readonly deployments: readonly {
      readonly iid: number;
      readonly ref: string;
      readonly sha: string;
      readonly heading: string | null;
      readonly createdAt: Date;
      readonly user: NamedUser | null;
      readonly job: { readonly id: number; readonly name: string } | null;
    }[];
    readonly pager: PageLinks;
  };
}

function presentEnvironment(environment: Environment): EnvironmentView {
  const { id, name, state, externalUrl } = environment;
  const isPage = externalUrl !== null && /^https?:\/\//i.test(externalUrl);
  return { id, name, state, tier: tierOf(environment), url: isPage ? externalUrl : null };
}

export function presentEnvironmentsPage(
  access: ProjectAccess,
  found: Page<Environment>,
  { state, menu }: Pick<EnvironmentPageData['environments'], 'state' | 'menu'>,
): EnvironmentPageData['environments'] {
  const project = presentPageProject(access, 'pipelines');
  const list = `${project.address}/-/environments${state ? `?state=${state}` : ''}`;
  return {
    title: `Environments · ${project.fullPath}`,
    project,
    menu,
    state,
    environments: found.items.map(presentEnvironment),
    pager: pageLinks(found, list),
  };
}

/** @param mayStop whether the caller may stop environments */
export function presentEnvironmentPage(
  access: ProjectAccess,
  environment: Environment,
  found: Page<DeploymentFact>,
  mayStop: boolean,
): EnvironmentPageData['environment'] {
  const project = presentPageProject(access, 'pipelines');
  const deployments = found.items.map(({ deployment, user, deployable }) => ({
    iid: deployment.iid,
    ref: deployment.ref,
    sha: deployment.sha,
    heading: titleOf(deployable?.commit),
    createdAt: deployment.createdAt,
    user: presentNamedUser(user),
    job: deployable && { id: deployable.build.id, name: deployable.build.name },
  }));
  return {
    title: `${environment.name} · ${project.fullPath}`,
    project,
    environment: presentEnvironment(environment),
    autoStopAt: environment.autoStopAt,
    mayStop: mayStop && environment.state === 'available',
    deployments,
    pager: pageLinks(found, `${project.address}/-/environments/${environment.id}`),
  };
}
