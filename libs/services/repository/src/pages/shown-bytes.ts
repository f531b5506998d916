/** Bytes up to which pages show a file. */
export const MOST_SHOWN_BYTES = 512 * 1024;
