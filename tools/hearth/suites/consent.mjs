/** Suites install the system packages that they need, and report each: they have to run without a terminal. */
export const CONSENT = { yes: true };
