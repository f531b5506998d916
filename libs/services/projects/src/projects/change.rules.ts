import { abilities } from '../abilities.js';
import type { Candidate } from './new-project.rules.js';
import type { FeatureColumns, ProjectSettings } from './project.entity.js';
import {
  FEATURE_ACCESS_LEVELS,
  VISIBILITIES,
  type ProjectCard,
  type ProjectFeature,
  type Visibility,
} from '@hearth/contract-kit';

/** Values that differ from the present ones and must be checked; present values may stay even where they would be refused today. */
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

/** Wanted values that differ from the project's present ones. */
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

/** Abilities that the changes require: masters change a project, but neither its name nor its visibility. */
export function abilitiesFor({ name, visibility }: Changes) {
  return [
    abilities.updateProject,
    ...(name === undefined ? [] : [abilities.renameProject]),
    ...(visibility === undefined ? [] : [abilities.changeVisibility]),
  ];
}

/** Less open one of two visibilities. */
export function stricterVisibility(one: Visibility, other: Visibility): Visibility {
  return VISIBILITIES.indexOf(one) < VISIBILITIES.indexOf(other) ? one : other;
}

/** Whether these settings hide the project, or one of its features, from some who saw it. */
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
