/**
 * The address of a picture; null without one.
 * @param record the subject, with the name of the picture's file
 * @param baseUrl scheme, host and port that the client used
 */
export function presentAvatarUrl(
  subject: 'project' | 'group' | 'projects/topic',
  { id, avatarFile }: { id: number; avatarFile: string | null },
  baseUrl: string,
): string | null {
  return avatarFile === null ? null : `${baseUrl}/uploads/-/system/${subject}/avatar/${id}/${avatarFile}`;
}
