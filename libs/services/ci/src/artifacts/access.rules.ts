import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { abilities } from '../abilities.js';
import type { ArtifactsAccess } from '../builds/build-options.js';

/** Caller who may read the job. */
export interface ArtifactsReader {
  readonly project: ProjectAccess;
  readonly caller: { readonly principal: Principal | null };
}

/** Returns whether a caller may download artifacts with this `artifacts: access`; null: not configured. */
export function mayDownload(
  access: ArtifactsAccess | null,
  { project, caller: { principal } }: ArtifactsReader,
): boolean {
  if (access === 'developer') return may(abilities.readDeveloperArtifacts, project, principal);
  if (access === 'maintainer') return may(abilities.readMaintainerArtifacts, project, principal);
  return access !== 'none';
}
