import type { PipelineStatus } from '@hearth/ci-contracts';
import type { UserCard } from '@hearth/identity-contracts';
import type { CommitCard } from '@hearth/repository-contracts';

/** User as pages name one. */
export interface NamedUser {
  readonly name: string;
  /** Null for the stand-in of a deleted user, who has no page. */
  readonly address: string | null;
}

/** Status as pages show it: its word, and the class of its colour. */
export interface ShownStatus {
  readonly text: string;
  readonly kind: string;
}

export function presentStatus(status: PipelineStatus): ShownStatus {
  return { text: status.replaceAll('_', ' '), kind: status.replaceAll('_', '-') };
}

export function presentNamedUser(user: UserCard | null | undefined): NamedUser | null {
  if (!user) return null;
  return { name: user.name, address: user.askedAs === undefined ? `/${user.username}` : null };
}

/** Returns the first line of a commit's message; null for a commit that the repository no longer has. */
export function titleOf(commit: CommitCard | null | undefined): string | null {
  return commit ? commit.message.split('\n', 1)[0]! : null;
}

/** Returns a duration in its two largest units: `1 h 5 min`; null for one that is not known. */
export function durationText(seconds: number | null): string | null {
  if (seconds === null) return null;
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Returns a size in its largest unit: `1.5 MiB`. */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  for (; size >= 1024 && unit < UNITS.length - 1; unit += 1) size /= 1024;
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
