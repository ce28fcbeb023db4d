import { email as emailSchema } from '#shared/contracts/common.ts';
import { cleanEmail } from '#shared/lib/typed-text.ts';

const emailRule = emailSchema();

/**
 * The address of a cell. Lists hold more than bare addresses: several in one cell (" ::: ", commas, line breaks), `mailto:`,
 * `Ana <ana@example.com>`. The first that can be written to is taken; letters stay as typed.
 */
export function readEmail(cell: string): { email: string; others: number; isFilled: boolean } {
	const parts = cleanEmail(cell)
		.split(/\s*(?::::|[,;])\s*|\s+/)
		.map((part) => part.replace(/^mailto:/i, '').replace(/^<(.*)>$/, '$1'))
		.filter((part) => part.includes('@'));
	const valid = parts.filter((part) => emailRule.safeParse(part).success);
	return { email: valid[0] ?? '', others: Math.max(0, valid.length - 1), isFilled: cell.trim() !== '' };
}

/**
 * Text of one line: line breaks and other control characters become blanks (no name can smuggle in a header), runs of
 * blanks one, ends trimmed. Joiners and direction marks stay: names are shown whole.
 */
export function oneLine(cell: string): string {
	return cell
		.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
		.replace(/^\ufeff+/, '')
		.replace(/\s+/g, ' ')
		.trim()
		.toWellFormed();
}

/** Text of several lines: control characters other than line breaks and tabs are left out. */
export function manyLines(cell: string): string {
	return cell
		.replace(/[^\P{Cc}\n\t]/gu, '')
		.trim()
		.toWellFormed();
}

const eastAsian = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー・\s]+$/u;

/** First and last name as people of the script write them: Chinese, Japanese and Korean family names come first. */
export function joinName(first: string, last: string): string {
	if (first === '' || last === '') return first || last;
	return eastAsian.test(first) && eastAsian.test(last) ? `${last} ${first}` : `${first} ${last}`;
}

const notComing = new Set(
	`cancelled | canceled | storniert | abgesagt | annulé | cancelado | cancelada | annullato | declined | rejected | refused
	| denied | no | nein | non | not going | not attending | not coming | absent | refunded | deleted | expired | void | voided
	| waitlist | waitlisted | waiting | waiting list | on waitlist | warteliste | pending | pending approval | awaiting approval
	| awaiting payment | pending payment | unpaid | not paid | invited | no reply | not responded | 欠席 | キャンセル | отменён
	| отменен | отказ`
		.split('|')
		.map((word) => word.trim()),
);

/** Whether a status of another product says that the person has no place: cancelled, declined, waiting, not paid yet. */
export function isNotComing(status: string): boolean {
	return notComing.has(
		status
			.toLowerCase()
			.replace(/[_\-\s]+/g, ' ')
			.trim(),
	);
}

/**
 * When somebody was checked in, from what lists say: ISO dates with or without zone (also inside other words, as
 * "Main door (2026-10-11 08:00:00)"). Other forms, such as 9/1/26, mean different days to different people and are not read.
 * @returns with an offset the instant, without one the wall time; null when there is no date
 */
export function readCheckIn(cell: string): string | null {
	const match =
		/\b(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?/.exec(cell) ?? null;
	if (!match) return null;
	const [, date, time, seconds = ':00', offset = ''] = match;
	const text = `${date}T${time}${seconds}`;
	if (Number.isNaN(Date.parse(`${text}Z`))) return null;
	return offset === '' ? text : new Date(`${text}${offset}`).toISOString();
}
