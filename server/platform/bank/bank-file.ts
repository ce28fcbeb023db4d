import type { TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { BankSkipReason } from '#shared/rules/bank-lines.ts';

/** Money that came in, as a bank's file says it. */
export interface BankFileLine {
	/** `2026-11-24` */
	bookedOn: string;
	amountMinor: number;
	currency: string;
	payer: string;
	/** What the payer wrote, with references. */
	text: string;
	/** Every text of the line in which a reference can be. */
	texts: string[];
	/** The statement in a file of several; equal lines of one are two. */
	part: string;
	/** The kind of file; lines of one kind are distinguished by their identities. */
	source: string;
	/** All that the file says of the line and that does not differ between two exports. */
	identity: string;
	/** The bank gave the line a name of its own: two lines of this identity are one. */
	isCertain: boolean;
}

export interface BankFile {
	lines: BankFileLine[];
	/** How many rows or entries are no payments, by reason. */
	skipped: Partial<Record<BankSkipReason, number>>;
}

/** A file that is no bank statement, explained in a sentence for the person who chose it. */
export class BankFileProblem extends Error {
	readonly sentence: TranslatableMessage;
	constructor(sentence: TranslatableMessage) {
		super(sentence.text);
		this.sentence = sentence;
	}
}

/** Counts what is no payment. */
export function createSkipCounter() {
	const counts: Partial<Record<BankSkipReason, number>> = {};
	return {
		counts,
		add(reason: BankSkipReason, times = 1) {
			if (times > 0) counts[reason] = (counts[reason] ?? 0) + times;
		},
	};
}

/** A text in one line, cut to a length. */
export const limited = (text: string, most: number): string =>
	text.replaceAll(/\s+/g, ' ').trim().slice(0, most);
