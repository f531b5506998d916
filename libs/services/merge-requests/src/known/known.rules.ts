import { FEATURE_ACCESS_LEVELS, type FeatureAccessLevel } from '@hearth/contract-kit';

/** Access level of a project's merge requests. They need the repository, so the narrower level of both counts. */
export function effectiveLevel({
  mergeRequests,
  repository,
}: {
  readonly mergeRequests: FeatureAccessLevel;
  readonly repository: FeatureAccessLevel;
}): FeatureAccessLevel {
  const place = (level: FeatureAccessLevel) => FEATURE_ACCESS_LEVELS.indexOf(level);
  return place(mergeRequests) < place(repository) ? mergeRequests : repository;
}
