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

/** Words without case and punctuation, a blank before and behind each. */
const wordsOf = (text: string) =>
	` ${text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
		.trim()} `;

/** Whether a name holds a part of the name and more: "Ana Silva" holds "Silva", "Silva" does not. */
export function holdsPart(name: string, part: string): boolean {
	const [whole, piece] = [wordsOf(name), wordsOf(part)];
	return whole !== piece && whole.includes(eastAsian.test(name) ? piece.trim() : piece);
}

/** The name of a guest from the cells of a row; a "name" that lacks the only other part is the part that is missing. */
export function wholeName(cells: { name: string; firstName: string; lastName: string }): string {
	const [name, first, last] = [oneLine(cells.name), oneLine(cells.firstName), oneLine(cells.lastName)];
	if (name === '') return joinName(first, last);
	const part = first || last;
	if (part === '' || (first !== '' && last !== '') || wordsOf(name) === wordsOf(part)) return name;
	if (holdsPart(name, part)) return name;
	return first === '' ? joinName(name, last) : joinName(first, name);
}

/** A whole number from 0, as lists write it (`3`, `3.0`, `３`, `+2`); null for anything else. */
export function readCount(cell: string): number | null {
	const match = /^\+?(\d{1,9})(?:[.,]0{1,2})?$/.exec(cell.normalize('NFKC').trim());
	return match ? Number(match[1]) : null;
}

const statuses = {
	cancelled: `cancelled | canceled | storniert | abgesagt | annulé | cancelado | cancelada | annullato | geannuleerd | avbokad
		| declined | rejected | refused | denied | no | nein | non | not going | not attending | not coming | absent | refunded
		| deleted | expired | void | voided | 欠席 | キャンセル | отменён | отменен | отказ`,
	invited: `invited | no reply | no response | not responded | invitation sent | eingeladen | invité | invitado | invitada
		| invitato | convidado | uitgenodigd | inbjuden | inviteret | invitert | zaproszony | приглашён | приглашен | 招待済み`,
	waitlist: `waitlist | waitlisted | wait list | waiting | waiting list | on waitlist | on waiting list | warteliste | liste d attente
		| lista de espera | lista d attesa | wachtlijst | väntelista | venteliste | kolejka | лист ожидания | キャンセル待ち | 候补`,
	pending: `pending | pending approval | awaiting approval | approval pending | requested | on hold | unconfirmed | tentative
		| ausstehend | en attente | pendiente | in attesa | pendente | in afwachting | oczekujące | ожидает | 承認待ち`,
	unpaid: `awaiting payment | pending payment | payment pending | unpaid | not paid | unbezahlt | offen | non payé | no pagado
		| non pagato | niet betaald | ej betald | не оплачен | 未払い`,
};

/** Statuses of another product for people without a place. */
export type NoPlace = keyof typeof statuses;

const foldStatus = (status: string) =>
	status
		.toLowerCase()
		.replace(/[_\-\s'’]+/g, ' ')
		.trim();

const noPlaces = new Map<string, NoPlace>(
	(Object.keys(statuses) as NoPlace[]).flatMap((kind) =>
		statuses[kind].split('|').map((word) => [foldStatus(word), kind] as const),
	),
);

/** Why a person has no place, as the status of another product says it: declined, only invited, waiting, not paid; null for a guest. */
export function noPlaceOf(status: string): NoPlace | null {
	return noPlaces.get(foldStatus(status)) ?? null;
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
