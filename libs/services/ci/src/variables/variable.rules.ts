import type { Keyring } from '@hearth/secrets';
import type { BuildVariable } from '../builds/builds.store.js';
import type { SealedVariable } from './variables.store.js';

/** A variable that the jobs of a project get. */
export interface Variable {
  readonly key: string;
  readonly value: string;
  /** Whether only jobs of protected refs get it. */
  readonly protected: boolean;
}

const LONGEST_KEY = 255;

/** Where the values are stored. */
export function valuePlace(id: number) {
  return { service: 'ci', table: 'variables', column: 'value', id } as const;
}

/** Decrypts a variable. */
export function opened(keyring: Keyring, { id, key, sealed, protected: isProtected }: SealedVariable): Variable {
  return { key, value: keyring.decrypt(sealed, valuePlace(id)), protected: isProtected };
}

/** Decrypts variables for a job: to runners they are secrets. */
export function openedForJob(keyring: Keyring, variables: readonly SealedVariable[]): BuildVariable[] {
  return variables.map((variable) => {
    const { key, value } = opened(keyring, variable);
    return { key, value, public: false };
  });
}

/** Lists what is wrong with the key of a variable; nothing where it is valid. */
export function keyErrors(key: string): string[] {
  return [
    ...(key === '' ? ["can't be blank"] : []),
    ...([...key].length > LONGEST_KEY ? [`is too long (maximum is ${LONGEST_KEY} characters)`] : []),
    ...(/^[a-zA-Z0-9_]+$/.test(key) ? [] : ["can contain only letters, digits and '_'."]),
  ];
}
