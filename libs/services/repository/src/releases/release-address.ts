import { encodedPath } from '@hearth/pages';

/** Project of a release, for the addresses in its record. */
export interface ReleasePlace {
  readonly projectId: number;
  readonly fullPath: string;
  /** Scheme, host and port that the client used. */
  readonly baseUrl: string;
}

/** Returns the address of the page of a release, below that of its project. */
export function releasePageAddress(project: string, tag: string): string {
  return `${project}/-/releases/${encodedPath(tag)}`;
}

/** Returns the address of a release in the API. */
export function releaseAddress({ projectId, baseUrl }: Omit<ReleasePlace, 'fullPath'>, tag: string): string {
  return `${baseUrl}/api/v4/projects/${projectId}/releases/${encodeURIComponent(tag)}`;
}

/** Returns the address of a file of a release, which redirects to the address of its link. */
export function downloadAddress(release: string, filepath: string): string {
  return `${release}/downloads/${encodeURIComponent(filepath.slice(1))}`;
}
