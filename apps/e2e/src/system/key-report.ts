import { request } from 'undici';
import { systemStatus } from './processes.js';

/** Which keys a process uses, as it says on its internal port. Ids only. */
export interface KeyReport {
  readonly name: string;
  readonly signing: string;
  readonly verify: readonly string[];
  /** The writing one first; empty for a process that stores nothing. */
  readonly encryption: readonly string[];
}

interface Answer {
  readonly signing: string;
  readonly verify: readonly string[];
  readonly encryption: { readonly ids: readonly string[] };
}

/** What every service process of the system says of its keys now. */
export async function keyReports(): Promise<KeyReport[]> {
  const { processes } = await systemStatus();
  const services = processes.filter(({ internalPort }) => internalPort !== undefined);
  return Promise.all(
    services.map(async ({ name, internalPort }) => {
      const { body } = await request(`http://127.0.0.1:${internalPort}/health/keys`);
      const { signing, verify, encryption } = (await body.json()) as Answer;
      return { name, signing, verify, encryption: encryption.ids };
    }),
  );
}
