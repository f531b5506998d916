/** Folders for the objects of a push until its refs may move: the values of git's quarantine variables. */
export interface Quarantine {
  readonly path: string;
  readonly objectDirectory: string;
  readonly alternates: string;
}
