import type { Keyring } from '@hearth/secrets';
import { VariableAmbiguous, VariableNotFound } from '../refusals.js';
import type { JobVariable, SealedVariable, VariableOwner, VariableTraits } from './variables.store.js';

/** Value of a variable of a configuration; a raw one is not expanded. */
export type ConfiguredValue = string | { readonly value: string; readonly raw: true };

/** Variables of a configuration, by key. */
export type ConfiguredVariables = Readonly<Record<string, ConfiguredValue>>;

export interface BuildVariable {
  readonly key: string;
  readonly value: string;
  readonly public: boolean;
  /** The job gets the path of a file with the value. */
  readonly file?: boolean;
  /** Variables in the value are not expanded. */
  readonly raw?: boolean;
}

/** Variable for the jobs of some environments. */
export interface ScopedVariable extends BuildVariable {
  /** Environments whose jobs get it: a name, with `*` for any text. */
  readonly environmentScope: string;
  /** Of its owner; variables of a higher level win. */
  readonly level: number;
}

/** Variable for the jobs of one pipeline. */
export interface GivenVariable {
  readonly key: string;
  readonly value: string;
  readonly file?: boolean;
}

/** Variable for the jobs of a project. */
export interface Variable extends VariableTraits {
  readonly key: string;
  readonly value: string;
}

/** Changes to apply; `undefined` leaves a field as it is. */
export type VariableChanges = {
  readonly [Field in Exclude<keyof Variable, 'key'>]?: Variable[Field] | undefined;
};

/** Traits of a variable that is created without any. */
export const PLAIN: VariableTraits = {
  ...{ protected: false, masked: false, hidden: false, file: false, raw: false },
  ...{ environmentScope: '*', description: null },
};

const LONGEST = 255;

/** Returns the database field of a value. */
export function valuePlace(id: number) {
  return { service: 'ci', table: 'variables', column: 'value', id } as const;
}

/** Decrypts a variable. */
export function opened(keyring: Keyring, { id, sealed, updatedAt, ...rest }: SealedVariable): Variable {
  return { ...rest, value: keyring.decrypt(sealed, valuePlace(id)) };
}

/** Returns a variable for a runner, marked as a secret. */
export function forJob({ key, value, file = false }: GivenVariable): BuildVariable {
  return { key, value, public: false, ...(file && { file }) };
}

/** Decrypts variables for jobs. */
export function openedForJobs(keyring: Keyring, variables: readonly JobVariable[]): ScopedVariable[] {
  return variables.map(({ id, key, sealed, file, raw, environmentScope, level }) => ({
    ...forJob({ key, value: keyring.decrypt(sealed, valuePlace(id)), file }),
    ...(raw && { raw }),
    environmentScope,
    level,
  }));
}

/** Returns the details of a variable and its owner for the audit record. */
export function auditDetails(owner: VariableOwner, traits?: VariableTraits) {
  const { protected: isProtected, masked, hidden, environmentScope } = traits ?? PLAIN;
  return {
    ...(owner.kind !== 'instance' && { [`${owner.kind}Id`]: owner.id }),
    ...(traits && { protected: isProtected, masked, hidden, environmentScope }),
  };
}

/** Returns the errors in the key of a variable; none for a valid one. */
export function keyErrors(key: string): string[] {
  return [
    ...(key === '' ? ["can't be blank"] : []),
    ...tooLong(key),
    ...(/^[a-zA-Z0-9_]+$/.test(key) ? [] : ["can contain only letters, digits and '_'."]),
  ];
}

/** Returns the errors in variables given together; none when all are valid. */
export function givenErrors(variables: readonly GivenVariable[]): string[] {
  const keys = variables.map(({ key }) => key);
  const isTaken = new Set(keys).size < keys.length;
  return [...(isTaken ? ['has already been taken'] : []), ...new Set(keys.flatMap(keyErrors))];
}

const SCOPE_MESSAGE = "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', '*' and spaces";

/** Returns the errors of a variable by field; none for a valid one. */
export function variableErrors(variable: Variable): Record<string, readonly string[]> {
  const { key, environmentScope: scope, description } = variable;
  const scopeErrors = [
    ...(scope === '' ? ["can't be blank"] : []),
    ...tooLong(scope),
    ...(/^[a-zA-Z0-9_/${}. *-]+$/.test(scope) ? [] : [SCOPE_MESSAGE]),
  ];
  const errors = {
    key: keyErrors(key),
    masked: variable.hidden && !variable.masked ? ['should be true when variable is hidden'] : [],
    value: isMaskable(variable) ? [] : ['is invalid'],
    environment_scope: scopeErrors,
    description: tooLong(description ?? ''),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, failures]) => failures.length > 0));
}

/** Returns the errors of a changed variable by field; none for a valid one. */
export function changeErrors(before: Variable, after: Variable): Record<string, readonly string[]> {
  const isUnmasked = before.hidden && (!after.hidden || !after.masked);
  const base = [
    ...(after.hidden && !before.hidden ? ['Only new variables can be set as masked and hidden.'] : []),
    ...(isUnmasked ? ['The visibility setting cannot be changed for masked and hidden variables.'] : []),
  ];
  return { ...variableErrors(after), ...(base.length > 0 && { base }) };
}

/** Returns a variable with changes; the same object when they change nothing. */
export function changed(before: Variable, changes: VariableChanges): Variable {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const different = given.filter(([field, value]) => before[field as keyof Variable] !== value);
  return different.length === 0 ? before : { ...before, ...Object.fromEntries(different) };
}

/** @throws VariableNotFound, VariableAmbiguous */
export function theOnly(variables: readonly SealedVariable[]): SealedVariable {
  const [variable, other] = variables;
  if (!variable) throw VariableNotFound();
  if (other) throw VariableAmbiguous();
  return variable;
}

/** As in the reference: a masked value is one word of eight characters or more, of few characters where it may be expanded. */
function isMaskable({ value, masked, raw }: Variable): boolean {
  return !masked || (raw ? /^\S{8,}$/ : /^[a-zA-Z0-9_+=/@:.~-]{8,}$/).test(value);
}

function tooLong(text: string): string[] {
  return [...text].length > LONGEST ? [`is too long (maximum is ${LONGEST} characters)`] : [];
}
