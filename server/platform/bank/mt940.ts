import { message } from '#shared/errors/translatable-message.ts';
import { isCurrency } from '#shared/lib/currency-list.ts';
import { decodeText, TextProblem } from '../text/decode-text.ts';
import {
	type BankFile,
	type BankFileLine,
	BankFileProblem,
	createSkipCounter,
	limited,
} from './bank-file.ts';
import { decimalToMinor } from './camt.ts';
import { dayOf } from './statement-days.ts';

/** Whether a text begins as a statement of SWIFT does: a block, or the reference of a message. */
export const isMt940 = (start: string): boolean =>
	/^(?:\{1:[\s\S]{0,300})?(?:[^\n]{0,80}\n){0,4}?:20:/.test(start.replaceAll(/\r\n?/g, '\n')) &&
	/:(?:25|28C?|60[FM]|61)P?:/.test(start);

const entryForm =
	/^(\d{2})(\d{2})(\d{2})(\d{4})?(R|E)?([CD])([A-Z])?(\d{1,12}(?:,\d{0,3})?)[A-Z]([A-Z0-9]{3})([^\n]*)/;

/**
 * Reads an MT940 statement.
 * @throws BankFileProblem
 */
export function readMt940(bytes: Uint8Array): BankFile {
	const lines: BankFileLine[] = [];
	const skipped = createSkipCounter();
	let currency = '';
	let account = '';
	let last: BankFileLine | null = null;
	for (const { tag, value } of fieldsOf(textOf(bytes))) {
		if (tag === '25' || tag === '25P') account = value.trim();
		if (tag.startsWith('60')) currency = value.slice(7, 10);
		if (tag === '61') {
			last = readEntry(value);
			if (last) lines.push(last);
		}
		if (tag === '86' && last) {
			Object.assign(last, describe(last, value));
			last = null;
		}
		if (tag.startsWith('62')) last = null;
	}
	return { lines, skipped: skipped.counts };

	function readEntry(value: string): BankFileLine | null {
		const [, yy = '', month = '', day = '', entered, mark, direction, , amount = '', kind = '', rest = ''] =
			entryForm.exec(value) ?? [];
		if (!direction)
			throw new BankFileProblem(
				message`An entry of this statement is not understood: “${limited(value, 60)}”.`,
			);
		if (direction === 'D' || mark) {
			// A debit that is reversed is money that comes back, not a payment.
			skipped.add(mark === 'R' ? 'reversed' : mark === 'E' ? 'pending' : 'outgoing');
			return null;
		}
		// The day of booking has no year: that of the value date, or the one beside it.
		const booked = entered ? entered : month + day;
		const year =
			2000 +
			Number(yy) +
			(booked.slice(0, 2) === '12' && month === '01' ? -1 : 0) +
			(booked.slice(0, 2) === '01' && month === '12' ? 1 : 0);
		const bookedOn = dayOf(`${year}-${booked.slice(0, 2)}-${booked.slice(2)}`);
		if (bookedOn === null)
			throw new BankFileProblem(message`An entry of this statement has no date that can be read.`);
		const amountMinor = isCurrency(currency) ? decimalToMinor(amount.replace(',', '.'), currency) : null;
		if (amountMinor === null)
			throw new BankFileProblem(message`An entry of this statement has no amount that can be read.`);
		if (amountMinor === 0) {
			skipped.add('no-amount');
			return null;
		}
		const [own = '', bank = ''] = rest.split('//');
		const more = value.split('\n').slice(1).join(' ');
		const isCertain = !/^(?:NONREF|0*)$/i.test(bank.trim());
		return {
			...{ bookedOn, amountMinor, currency, payer: '', part: '', isCertain },
			text: limited([own, more].filter((text) => !/^NONREF$/i.test(text.trim())).join(' '), 1_000),
			texts: [own, bank, more].map((text) => text.trim()).filter((text) => text !== ''),
			source: 'mt940',
			identity: JSON.stringify([account, currency, kind, value]),
		};
	}

	function describe(line: BankFileLine, value: string): Partial<BankFileLine> {
		const { payer, text } = readDetails(value);
		return {
			payer,
			text: limited([text, line.text].join(' '), 1_000),
			texts: [...line.texts, text],
			identity: JSON.stringify([line.identity, value.replaceAll('\n', '')]),
		};
	}
}

function textOf(bytes: Uint8Array): string {
	try {
		return decodeText(bytes, { damage: 'replace' }).text.replaceAll(/\r\n?/g, '\n');
	} catch (error) {
		if (error instanceof TextProblem) throw new BankFileProblem(error.sentence);
		throw error;
	}
}

/** The fields of a message, each with the lines that follow it. */
function fieldsOf(text: string): { tag: string; value: string }[] {
	const fields: { tag: string; value: string }[] = [];
	for (const line of text.split('\n')) {
		const [, tag, value = ''] = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
		const last = fields.at(-1);
		if (tag) fields.push({ tag, value });
		else if (last && !/^-\}?$/.test(line.trim())) last.value += `\n${line}`;
	}
	return fields;
}

/** Who paid and what they wrote: in numbered parts (`?20`), in named ones (`/REMI/`), or as plain text. */
function readDetails(value: string): { payer: string; text: string } {
	const joined = value.replaceAll('\n', '');
	// Any sign may divide the numbered parts; most banks take `?`.
	const divider = /^\d{3}([^\w\s])\d{2}/.exec(joined)?.[1];
	if (divider) {
		const parts = joined.split(divider).slice(1);
		const at = (form: RegExp) =>
			parts.filter((part) => form.test(part.slice(0, 2))).map((part) => part.slice(2));
		return {
			payer: limited(at(/^3[23]$/).join(''), 140),
			text: limited(at(/^(?:2\d|6[0-3])$/).join(''), 1_000),
		};
	}
	const named = joined.split(/\/([A-Z]{3,5})\//);
	const at = (name: string) => named[named.indexOf(name) + 1] ?? '';
	const [payer = ''] = ['NAME', 'ORDP'].filter((name) => named.includes(name)).map(at);
	return { payer: limited(payer, 140), text: limited(value, 1_000) };
}
