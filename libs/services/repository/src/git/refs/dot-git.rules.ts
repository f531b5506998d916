/** Code points that HFS+ ignores in file names. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** `.git` or its short name as NTFS reads it: trailing blanks, trailing dots and the name of a stream are ignored. */
const ON_NTFS = /^(?:\.git|git~1)[ .]*(?::.*)?$/is;

/** Returns whether a name in a tree would become `.git` in some work tree: HFS+ and NTFS map further names to it. git refuses them all. */
export function isDotGit(name: string): boolean {
  if (name.replace(IGNORED_BY_HFS, '').toLowerCase() === '.git') return true;
  // NTFS reads a backslash as a slash.
  return name.split('\\').some((part) => ON_NTFS.test(part));
}
