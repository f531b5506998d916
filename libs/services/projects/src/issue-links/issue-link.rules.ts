/** Most links of one issue: all are in one answer. */
export const MOST_LINKS = 100;
