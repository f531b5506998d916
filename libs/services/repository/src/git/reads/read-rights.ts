/** Read rights of a caller beyond branches, tags and the objects that they reach. */
export interface ReadRights {
  /** The heads of merge requests, and the objects that they reach. */
  readonly mergeRequestHeads: boolean;
  /** Objects that none of these refs reaches, by their full id. */
  readonly unreachable: boolean;
  /** Hearth's own refs, too: a copy of the repository has all of them. */
  readonly ownRefs?: true;
}

/** Rights of Hearth's own services, which check the results before they pass them on. */
export const EVERYTHING: ReadRights = { mergeRequestHeads: true, unreachable: true };

/** Rights of a process that copies the repository. */
export const WHOLE: ReadRights = { ...EVERYTHING, ownRefs: true };
