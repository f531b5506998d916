/** Whoever runs the suites lets them install the system packages that they need; each is said before. They have to run where nobody can be asked. */
export const CONSENT = { yes: true };
