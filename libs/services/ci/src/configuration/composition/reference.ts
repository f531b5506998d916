/** Value of the tag `!reference`: the place of another value in the configuration. */
export class Reference {
  constructor(readonly path: readonly string[]) {}

  toString(): string {
    return `!reference ${JSON.stringify(this.path)}`;
  }
}
