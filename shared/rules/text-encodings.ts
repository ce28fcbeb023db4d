/** Encodings that files of people's programs come in, by their WHATWG labels; a person may choose one of them. */
export const textEncodings = [
	'utf-8',
	'utf-16le',
	'utf-16be',
	'windows-1252',
	'windows-1250',
	'windows-1251',
	'windows-1253',
	'windows-1254',
	'shift_jis',
	'euc-jp',
	'euc-kr',
	'gb18030',
	'big5',
] as const;
export type TextEncodingName = (typeof textEncodings)[number];
