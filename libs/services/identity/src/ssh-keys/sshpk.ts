import { createRequire } from 'node:module';
import type * as Sshpk from 'sshpk';

export type SshpkKey = Sshpk.Key;

const load = createRequire(import.meta.url);

/** Returns sshpk. It is loaded when it is first used, since only keys and signatures of SSH need it. */
export function sshpk(): typeof Sshpk {
  return load('sshpk') as typeof Sshpk;
}
