/**
 * The address of a picture; null without one.
 * @param record the holder, with the name of the picture's file
 * @param baseUrl scheme, host and port that the client used
 */
export function presentAvatarUrl(
  holder: 'project' | 'group',
  { id, avatarFile }: { id: number; avatarFile: string | null },
  baseUrl: string,
): string | null {
  return avatarFile === null ? null : `${baseUrl}/uploads/-/system/${holder}/avatar/${id}/${avatarFile}`;
}
