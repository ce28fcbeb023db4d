import { type AppError, fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { commonWords } from './common-passwords.ts';

const lookAlikes: Record<string, string> = {
	'0': 'o',
	'1': 'i',
	'3': 'e',
	'4': 'a',
	'5': 's',
	'7': 't',
	'8': 'b',
	'@': 'a',
	$: 's',
	'!': 'i',
	'€': 'e',
};

/** Walks over a keyboard and through alphabets, forwards and backwards. */
const walks = [
	'abcdefghijklmnopqrstuvwxyz',
	'01234567890123456789',
	'qwertyuiopasdfghjklzxcvbnm',
	'qwertzuiopasdfghjklyxcvbnm',
	'azertyuiopqsdfghjklmwxcvbn',
	'1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
	'1q2w3e4r5t6y7u8i9o0p',
	'qawsedrftgyhujikolp',
	'йцукенгшщзхъфывапролджэячсмитьбю',
].flatMap((walk) => [walk, [...walk].reverse().join('')]);

/** The shortest block that the text is a repetition of: `abab` is `ab`, `aaaa` is `a`. */
function period(text: string): string {
	for (let length = 1; length <= text.length / 2; length++) {
		const block = text.slice(0, length);
		if (block.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text) return block;
	}
	return text;
}

/** How many characters of the text are left once steps of walks (3 and more in a row) are taken out. */
function withoutWalks(text: string): string {
	let rest = '';
	for (let at = 0; at < text.length; ) {
		let longest = 0;
		for (const walk of walks) {
			let length = 0;
			while (at + length < text.length && walk.includes(text.slice(at, at + length + 1))) length += 1;
			longest = Math.max(longest, length);
		}
		if (longest >= 3) at += longest;
		else {
			rest += text[at];
			at += 1;
		}
	}
	return rest;
}

/** Whether the letters are nothing but known words, one after the other. */
function isMadeOfWords(letters: string, words: ReadonlySet<string>): boolean {
	const isReachable = new Array<boolean>(letters.length + 1).fill(false);
	isReachable[0] = true;
	for (let end = 1; end <= letters.length; end++) {
		for (let start = Math.max(0, end - 40); start < end && !isReachable[end]; start++) {
			if (isReachable[start] && words.has(letters.slice(start, end))) isReachable[end] = true;
		}
	}
	return isReachable[letters.length] === true;
}

const lettersOf = (text: string) => text.replace(/[^\p{L}]+/gu, '');
const fold = (text: string) => text.replace(/[0134578@$!€]/g, (character) => lookAlikes[character] as string);

/** A passphrase of several everyday words is a good password; up to two of them are not. */
const longestOfWords = 16;

export interface PasswordContext {
	email: string;
	firstName?: string;
	lastName?: string;
	productName: string;
}

/**
 * Whether a password is among those that are tried first: a common word or two with digits around, a walk over the keyboard,
 * a repeated block, a date, or the person's own address and name. There are no rules of composition (ASVS 6.2.5), so
 * everything else of 8 to 128 characters is taken.
 */
export function isCommonPassword(password: string, context: PasswordContext): boolean {
	const typed = password.normalize('NFKC').toLowerCase();
	if (period(typed).length <= 3) return true;
	if (/^[\d\s./-]+$/.test(typed) && typed.replace(/\D/g, '').length <= 10) return true;
	const plain = typed.replace(/[^\p{L}\p{N}]+/gu, '');
	if (plain.length > typed.length / 2 && withoutWalks(plain).length < 4) return true;

	const own = [context.productName, 'foyer', context.firstName ?? '', context.lastName ?? '']
		.concat(context.email, context.email.split('@')[0] ?? '', context.email.split(/[@.+_-]/))
		.map((text) => text.normalize('NFKC').toLowerCase())
		.flatMap((text) => [text, lettersOf(text), lettersOf(fold(text))])
		.filter((word) => word.length >= 3);
	if (own.includes(typed)) return true;
	const ownWords = new Set(own);
	const words = new Set([...commonWords, ...ownWords]);
	// Digits and marks at both ends first, so that a year there is not read as letters.
	const core = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
	const spellings = new Set([typed, core].flatMap((text) => [lettersOf(text), lettersOf(fold(text))]));
	for (const letters of spellings) {
		if (letters.length === 0) continue;
		if (words.has(letters) || isMadeOfWords(letters, ownWords)) return true;
		if (letters.length <= longestOfWords && isMadeOfWords(letters, words)) return true;
		if (words.has(period(letters))) return true;
	}
	return false;
}

/** Refuses a password that would be guessed at once. */
export function refuseCommonPassword(password: string, context: PasswordContext): void {
	if (isCommonPassword(password, context)) throw tooEasyToGuess('password');
}

/** Errors for passwords that are easily guessed. */
export function tooEasyToGuess(field: string): AppError {
	return fieldError(
		field,
		message`This password is too easy to guess. Try three or four unrelated words, or let your password manager create one.`,
	);
}
