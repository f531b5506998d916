/** Where git keeps the objects of a push until its refs may move; the values of git's variables of that name. */
export interface Quarantine {
  readonly path: string;
  readonly objectDirectory: string;
  readonly alternates: string;
}
