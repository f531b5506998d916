/** A zip file with `out/a.txt`, which has the text `built`. */
export const ARCHIVE = Buffer.from(
  'UEsDBBQAAAAIAAAANky/4hegBwAAAAUAAAAJAAAAb3V0L2EudHh0SyrNzCkBAFBLAQIUAxQAAAAIAAAANky/4hegBwAAAAUAAAAJ' +
    'AAAAAAAAAAAAAACAAQAAAABvdXQvYS50eHRQSwUGAAAAAAEAAQA3AAAALgAAAAAA',
  'base64',
);
