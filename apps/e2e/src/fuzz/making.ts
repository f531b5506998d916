import { hearth } from '../system/hearth.js';

/** Number of records of a kind: some to be kept, others to be deleted. */
export const HOW_MANY = 12;

export interface Numbered {
  readonly id: number;
  readonly iid: number;
}

/** Makes `HOW_MANY` records, one after the other. */
export async function several<T>(make: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let count = 0; count < HOW_MANY; count++) all.push(await make());
  return all;
}

/** Makes a record as the admin of the suite. @returns its ID */
export async function made(path: string, json: object): Promise<number> {
  return (await created(path, json)).id;
}

/** Makes a record as the admin of the suite. @returns what answers show of it */
export async function created(path: string, json: object): Promise<Numbered & { readonly token: string }> {
  return (await hearth.root.post(path, json)).expect(201).json();
}
