import { hearth } from './hearth.js';
import { systemStatus } from './processes.js';

/** Keys of a process, as it reports them to the operator. Ids only. */
export interface KeyReport {
  readonly name: string;
  readonly signing: string;
  readonly verify: readonly string[];
  /** The encrypting one first; empty for a process that stores nothing. */
  readonly encryption: readonly string[];
}

interface Answer {
  readonly signing: string;
  readonly verify: readonly string[];
  readonly encryption: { readonly ids: readonly string[] };
}

/** Reads the report of every service process of the system. */
export async function keyReports(): Promise<KeyReport[]> {
  const { processes } = await systemStatus();
  const services = processes.filter(({ internalPort }) => internalPort !== undefined);
  return Promise.all(
    services.map(async ({ name }) => {
      const { code, stdout, stderr } = await hearth.run('inspect', name, 'keys');
      if (code !== 0) throw new Error(`hearth inspect ended with ${code}: ${stderr}`);
      const { signing, verify, encryption } = JSON.parse(stdout) as Answer;
      return { name, signing, verify, encryption: encryption.ids };
    }),
  );
}
