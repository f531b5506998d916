/** What a caller may read of a repository beyond its branches and tags and what they reach. */
export interface ReadRights {
  /** The heads of merge requests, and what they reach. */
  readonly mergeRequestHeads: boolean;
  /** Objects that none of these refs reaches, by their full id. */
  readonly unreachable: boolean;
}

/** The rights of Hearth's own services, which answer for what they pass on. */
export const EVERYTHING: ReadRights = { mergeRequestHeads: true, unreachable: true };
