import type { Keyring } from '@hearth/secrets';
import type { SealedVariable, VariableOwner } from './variables.store.js';

export interface BuildVariable {
  readonly key: string;
  readonly value: string;
  readonly public: boolean;
}

/** Variable for the jobs of one pipeline. */
export interface GivenVariable {
  readonly key: string;
  readonly value: string;
}

/** Variable for the jobs of a project. */
export interface Variable extends GivenVariable {
  /** Whether only jobs of protected refs get it. */
  readonly protected: boolean;
}

const LONGEST_KEY = 255;

/** Returns the database field of a value. */
export function valuePlace(id: number) {
  return { service: 'ci', table: 'variables', column: 'value', id } as const;
}

/** Decrypts a variable. */
export function opened(keyring: Keyring, { id, key, sealed, protected: isProtected }: SealedVariable): Variable {
  return { key, value: keyring.decrypt(sealed, valuePlace(id)), protected: isProtected };
}

/** Returns a variable for a runner, marked as a secret. */
export function forJob({ key, value }: GivenVariable): BuildVariable {
  return { key, value, public: false };
}

/** Decrypts variables for a job. */
export function openedForJob(keyring: Keyring, variables: readonly SealedVariable[]): BuildVariable[] {
  return variables.map((variable) => forJob(opened(keyring, variable)));
}

/** Returns the details of a variable's owner for the audit record. */
export function ownerDetails({ kind, id }: VariableOwner): Readonly<Record<string, number>> {
  return { [`${kind}Id`]: id };
}

/** Returns the errors in the key of a variable; none for a valid one. */
export function keyErrors(key: string): string[] {
  return [
    ...(key === '' ? ["can't be blank"] : []),
    ...([...key].length > LONGEST_KEY ? [`is too long (maximum is ${LONGEST_KEY} characters)`] : []),
    ...(/^[a-zA-Z0-9_]+$/.test(key) ? [] : ["can contain only letters, digits and '_'."]),
  ];
}

/** Returns the errors in variables given together; none when all are valid. */
export function givenErrors(variables: readonly GivenVariable[]): string[] {
  const keys = variables.map(({ key }) => key);
  const isTaken = new Set(keys).size < keys.length;
  return [...(isTaken ? ['has already been taken'] : []), ...new Set(keys.flatMap(keyErrors))];
}
