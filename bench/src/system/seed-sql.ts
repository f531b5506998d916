/** Step of growing an instance by rows: its name, and SQL, of which $1 is the number of blocks. */
export type SeedStep = readonly [what: string, text: string];

/** Callers of the lists: a member of three projects, and one of three thousand. */
export const MEMBERS = ['few', 'many'] as const;
export type Member = (typeof MEMBERS)[number];

/** Records visible to both. */
export const IDS = {
  few: 101,
  many: 102,
  /** Public, with four groups below it. */
  group: 1_000_001,
  /** Public, in that group. */
  project: 10_001,
} as const;

/** Ids below these belong to records that Hearth made itself. */
export const FIRST = {
  user: 100,
  group: 1_000_000,
  space: 2_000_000,
  project: 10_000,
  planned: 1_000,
  note: 100_000,
};

/** SQL: words of names and texts. */
export const WORDS = `array['able','alpha','amber','apple','atlas','auto','basic','beacon','birch','blue','cargo','cedar','chart','cloud','cobalt','copper',
  'coral','delta','echo','ember','falcon','fern','flint','forge','garden','glacier','granite','harbor','hazel','indigo','iris','ivory','jade',
  'juniper','kestrel','lagoon','lantern','linden','lunar','maple','marble','meadow','mesa','mint','nimbus','north','oak','ocean','olive','onyx',
  'opal','orbit','otter','pearl','pine','plum','prairie','quartz','raven','reef','river','robin','ruby']`;
/** SQL: words for kinds of projects. */
export const KINDS = `array['service','client','server','tools','docs','library','website','config','plugin','agent','worker','console','gateway',
  'infra','demo','tests']`;

/** SQL: one of an array's elements, always the same one of a number. */
export function pick(array: string, seed: string): string {
  return `(${array})[1 + abs(hashint8((${seed})::bigint)::bigint) % array_length(${array}, 1)]`;
}

/** SQL: a number from 0 below the given one, always the same one of a seed. */
export function draw(below: string | number, seed: string): string {
  return `(abs(hashint8((${seed})::bigint)::bigint) % (${below}))`;
}
