/** Project of a release, for the addresses in its record. */
export interface ReleasePlace {
  readonly projectId: number;
  /** Scheme, host and port that the client used. */
  readonly baseUrl: string;
}

/** Returns the address of a release in the API. */
export function releaseAddress({ projectId, baseUrl }: ReleasePlace, tag: string): string {
  return `${baseUrl}/api/v4/projects/${projectId}/releases/${encodeURIComponent(tag)}`;
}

/** Returns the address of a file of a release, which redirects to the address of its link. */
export function downloadAddress(release: string, filepath: string): string {
  return `${release}/downloads/${encodeURIComponent(filepath.slice(1))}`;
}
