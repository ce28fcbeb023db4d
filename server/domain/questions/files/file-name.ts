import type { AnswerFileType } from '#shared/rules/answer-files.ts';

/** Extensions of each type; the first is given to names that have none of them. */
const extensions: Readonly<Record<AnswerFileType, readonly [string, ...string[]]>> = {
	'application/pdf': ['pdf'],
	'image/jpeg': ['jpg', 'jpeg'],
	'image/png': ['png'],
	'image/webp': ['webp'],
	'image/heic': ['heic', 'heif'],
};

/** Longest name, in characters (code points), with its extension. */
const longest = 200;

/** Control characters, halves of pairs, line separators, and marks that turn the direction of text around. */
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * The name of an uploaded file as it is stored: without a path and without characters that hide what it is, with an extension of its
 * type. `../../Mein Pass` with a picture in it becomes `Mein Pass.jpg`.
 */
export function cleanFileName(given: string, type: AnswerFileType): string {
	const last = given.split(/[/\\]/).at(-1) ?? '';
	const name = last.normalize('NFC').replace(unwanted, '').replaceAll(/\s+/gu, ' ').trim();
	const dot = name.lastIndexOf('.');
	const known = extensions[type];
	const hasOwn = dot > 0 && known.includes(name.slice(dot + 1).toLowerCase());
	const extension = hasOwn ? name.slice(dot + 1) : known[0];
	const stem = trimEnd(hasOwn ? name.slice(0, dot) : name) || 'file';
	return `${trimEnd([...stem].slice(0, longest - extension.length - 1).join(''))}.${extension}`;
}

/** Without dots and spaces at the end, which some systems cut off themselves. */
function trimEnd(text: string): string {
	let end = text.length;
	while (end > 0 && (text[end - 1] === '.' || text[end - 1] === ' ')) end -= 1;
	return text.slice(0, end);
}
