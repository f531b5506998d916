/** The reason why a record, or a part of one, cannot be brought; what comes after it is brought all the same. */
export class LeftOut extends Error {}
