import qs from 'qs';

/** Bracket names become lists and hashes, as in `iids[]=1` and `custom_attributes[key]=value`. */
export function parseQuery(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 5, arrayLimit: 1_000, parameterLimit: 10_000, allowSparse: false });
}
