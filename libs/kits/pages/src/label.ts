/** Label of a page, for the template `label`. */
export interface PageLabel {
  readonly name: string;
  /** As in `#RRGGBB`. */
  readonly color: string;
  /** Of the records that have it. */
  readonly address?: string;
}
