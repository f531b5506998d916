/** Read rights of a caller beyond branches, tags and the objects that they reach. */
export interface ReadRights {
  /** The heads of merge requests, and the objects that they reach. */
  readonly mergeRequestHeads: boolean;
  /** Objects that none of these refs reaches, by their full id. */
  readonly unreachable: boolean;
}

/** Rights of Hearth's own services, which check the results before they pass them on. */
export const EVERYTHING: ReadRights = { mergeRequestHeads: true, unreachable: true };
