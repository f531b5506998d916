/** Settings of changelogs, from a file of the repository. */
export interface ChangelogConfig {
  /** As `strftime` reads it. */
  readonly dateFormat: string;
  /** Titles by the value of the trailer, in the order of the sections. */
  readonly categories: ReadonlyMap<string, string>;
  /** RE2 expression with the groups `major`, `minor`, `patch` and, for tags to ignore, `pre`. */
  readonly tagRegex: string;
}

export const DEFAULT_CONFIG: ChangelogConfig = {
  dateFormat: '%Y-%m-%d',
  categories: new Map(),
  tagRegex:
    '^v?(?P<major>0|[1-9]\\d*)\\.(?P<minor>0|[1-9]\\d*)\\.(?P<patch>0|[1-9]\\d*)' +
    '(?:-(?P<pre>[0-9A-Za-z.-]+))?(?:\\+(?P<meta>[0-9A-Za-z.-]+))?$',
};
