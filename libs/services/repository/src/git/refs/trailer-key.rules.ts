/** Key of a trailer, as git writes it at the beginning of a line. */
export const TRAILER_KEY = /^[A-Za-z][A-Za-z0-9-]{0,99}$/;
