import { abilities } from '../../abilities.js';
import type { Candidate } from '../new-project.rules.js';
import type { FeatureColumns, ProjectSettings } from '../project.entity.js';
import {
  FEATURE_ACCESS_LEVELS,
  VISIBILITIES,
  type ProjectCard,
  type ProjectFeature,
  type Visibility,
} from '@hearth/contract-kit';

/** What of a project is really set anew, and has to be looked at: what it has already it may keep. */
export type Changes = Candidate;

interface Wanted {
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly defaultBranch?: string | undefined;
  readonly settings: {
    readonly visibility?: Visibility | undefined;
    readonly description?: string | null | undefined;
    readonly ciConfigPath?: string | null | undefined;
    readonly tagList?: readonly string[] | undefined;
  };
}

/** Which of the wanted values differ from what the project has. */
export function changesOf(
  project: { readonly name: string; readonly path: string; readonly visibility: Visibility },
  { name, path, defaultBranch, settings }: Wanted,
): Changes {
  const { visibility, description, ciConfigPath, tagList } = settings;
  return {
    name: changed(name, project.name),
    path: changed(path, project.path),
    visibility: changed(visibility, project.visibility),
    description,
    ciConfigPath,
    tagList,
    defaultBranch,
  };
}

/** What changes need: masters change a project, but neither what it is called nor who sees it. */
export function abilitiesFor({ name, visibility }: Changes) {
  return [
    abilities.updateProject,
    ...(name === undefined ? [] : [abilities.renameProject]),
    ...(visibility === undefined ? [] : [abilities.changeVisibility]),
  ];
}

/** The less open one of two. */
export function stricterVisibility(one: Visibility, other: Visibility): Visibility {
  return VISIBILITIES.indexOf(one) < VISIBILITIES.indexOf(other) ? one : other;
}

/** Whether some who saw the project, or had one of its features, lose it by these settings. */
export function isLessOpen(
  wanted: Partial<Pick<ProjectSettings, 'visibility' | keyof FeatureColumns>>,
  { visibility, features }: Pick<ProjectCard, 'visibility' | 'features'>,
): boolean {
  const isLower = <T extends string>(order: readonly T[], to: T | undefined, from: T) =>
    to !== undefined && order.indexOf(to) < order.indexOf(from);
  return (
    isLower(VISIBILITIES, wanted.visibility, visibility) ||
    (Object.keys(features) as ProjectFeature[]).some((feature) =>
      isLower(FEATURE_ACCESS_LEVELS, wanted[`${feature}AccessLevel`], features[feature]),
    )
  );
}

function changed<T>(wanted: T | undefined, has: T): T | undefined {
  return wanted === has ? undefined : wanted;
}
